import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import type { Decision, LiveEvent } from '@interpose/guardian-api';

import { useLive } from '../../api/live.ts';

/** What one page keeps; older rows are under Sessions. */
const KEPT = 5000;

export interface HeldRows {
  readonly rows: readonly Decision[];
  /** How many have come since and wait behind a button. */
  readonly held: number;
  readonly show: () => void;
  /** Spread on the element whose rows may not move while a person is in it. */
  readonly guard: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** Decisions as they come, newest first. They wait while a person points at, stands in, or has scrolled the list. */
export function useHeldRows(
  first: readonly Decision[],
  isWanted: (row: Decision) => boolean,
  scroller: RefObject<HTMLDivElement | null>,
): HeldRows {
  const [shown, setShown] = useState<readonly Decision[]>([]);
  const waiting = useRef<Decision[]>([]);
  const [held, setHeld] = useState(0);
  const [guard] = useState(makeGuard);

  const show = useCallback(() => {
    const come = waiting.current.splice(0).toReversed();
    setShown((before) => [...come, ...before].slice(0, KEPT));
    setHeld(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller]);

  const hear = useCallback(
    ({ type, data }: LiveEvent) => {
      if (type !== 'decision' || !isWanted(data)) return;
      waiting.current.push(data);
      if (waiting.current.length > KEPT) waiting.current.shift();
      if (guard.isInside() || (scroller.current?.scrollTop ?? 0) > 0)
        setHeld(waiting.current.length);
      else inOneFrame(show);
    },
    [isWanted, guard, scroller, show],
  );
  useLive(hear);

  const rows = useMemo(() => withoutTwins(shown, first), [shown, first]);
  return {
    rows,
    held,
    show,
    guard: guard.handlers,
  };
}

interface Guard {
  readonly isInside: () => boolean;
  readonly handlers: HeldRows['guard'];
}

/** Knows whether a person points at the list or stands in it with the keyboard. */
function makeGuard(): Guard {
  const inside = { pointer: false, focus: false };
  const enter = (way: keyof typeof inside, isIn: boolean) => () => {
    inside[way] = isIn;
  };
  return {
    isInside: () => inside.pointer || inside.focus,
    handlers: {
      onPointerEnter: enter('pointer', true),
      onPointerLeave: enter('pointer', false),
      onFocus: enter('focus', true),
      onBlur: enter('focus', false),
    },
  };
}

function keyOf({ sessionId, id }: Decision): string {
  return `${sessionId}/${id}`;
}

/** What came over the line may also be among the rows that the page began with. */
function withoutTwins(shown: readonly Decision[], first: readonly Decision[]): readonly Decision[] {
  const known = new Set(shown.map(keyOf));
  return [...shown, ...first.filter((row) => !known.has(keyOf(row)))];
}

let asked = false;

/** A burst of decisions is drawn once. */
function inOneFrame(draw: () => void): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    draw();
  });
}
