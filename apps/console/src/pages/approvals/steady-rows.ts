import { useCallback, useState } from 'react';
import type { Approval, ApprovalPage, LiveEvent } from '@interpose/guardian-api';

import { useLive } from '../../api/live.ts';

export interface SteadyRows {
  readonly rows: readonly Approval[];
  /** How many of them are answered by now. */
  readonly done: number;
  /** Takes the answered ones off the list, when a person says so. */
  readonly tidy: () => void;
}

interface Shown {
  readonly rows: readonly Approval[];
  /** What came over the line since the last list: the next one may have been asked for before. */
  readonly heard: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * A list in which nothing moves by itself: what is answered stays in its place until it is tidied away, and what is
 * new comes at the end.
 */
export function useSteadyRows({ rows: told, next }: ApprovalPage, showsAll: boolean): SteadyRows {
  const [{ rows, heard }, setShown] = useState<Shown>({ rows: told, heard: NOTHING });
  const [seen, setSeen] = useState(told);
  if (told !== seen) {
    setSeen(told);
    const end = showsAll ? Number.NEGATIVE_INFINITY : endOf(told, next);
    setShown({ rows: merge({ rows, heard }, told, end), heard: NOTHING });
  }
  useLive(
    useCallback(({ type, data }: LiveEvent) => {
      if (type !== 'approval') return;
      setShown((before) => ({
        rows: merge(before, [data], Number.NEGATIVE_INFINITY),
        heard: new Set(before.heard).add(data.id),
      }));
    }, []),
  );
  return {
    rows,
    done: rows.filter(({ state }) => state !== 'waiting').length,
    tidy: () =>
      setShown((before) => ({
        ...before,
        rows: before.rows.filter(({ state }) => state === 'waiting'),
      })),
  };
}

/** Up to when these are all that wait: of a list that was cut, only to its last. */
function endOf(told: readonly Approval[], next: string | null): number {
  return next === null ? Number.POSITIVE_INFINITY : (told.at(-1)?.askedAt ?? 0);
}

/**
 * What is missing in `told`, was asked before `end` and was not heard of since was answered or withdrawn meanwhile. What
 * was answered does not wait again: `told` is older.
 */
function merge(
  { rows, heard }: Shown,
  told: readonly Approval[],
  end: number,
): readonly Approval[] {
  const news = new Map(told.map((row) => [row.id, row]));
  const kept = rows.map((row): Approval => {
    const now = news.get(row.id);
    news.delete(row.id);
    if (now !== undefined) return isAnswered(row) && now.state === 'waiting' ? row : now;
    if (row.askedAt >= end || row.state !== 'waiting' || heard.has(row.id)) return row;
    return { ...row, state: 'withdrawn' };
  });
  return [...kept, ...news.values()];
}

/** Whether the guardian said that it is over. That it was withdrawn is only concluded here. */
function isAnswered({ state }: Approval): boolean {
  return state !== 'waiting' && state !== 'withdrawn';
}
