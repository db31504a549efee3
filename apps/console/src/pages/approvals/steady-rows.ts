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

/**
 * A list in which nothing moves by itself: what is answered stays in its place until it is tidied away, and what is
 * new comes at the end.
 */
export function useSteadyRows({ rows: told, next }: ApprovalPage, showsAll: boolean): SteadyRows {
  const [rows, setRows] = useState<readonly Approval[]>(told);
  const [seen, setSeen] = useState(told);
  if (told !== seen) {
    setSeen(told);
    setRows(merge(rows, told, showsAll ? Number.NEGATIVE_INFINITY : endOf(told, next)));
  }
  useLive(
    useCallback(({ type, data }: LiveEvent) => {
      if (type === 'approval') setRows((before) => merge(before, [data], Number.NEGATIVE_INFINITY));
    }, []),
  );
  return {
    rows,
    done: rows.filter(({ state }) => state !== 'waiting').length,
    tidy: () => setRows((before) => before.filter(({ state }) => state === 'waiting')),
  };
}

/** Up to when these are all that wait: of a list that was cut, only to its last. */
function endOf(told: readonly Approval[], next: string | null): number {
  return next === null ? Number.POSITIVE_INFINITY : (told.at(-1)?.askedAt ?? 0);
}

/** What is missing in `told` and was asked before `end` was answered or withdrawn meanwhile. */
function merge(
  before: readonly Approval[],
  told: readonly Approval[],
  end: number,
): readonly Approval[] {
  const news = new Map(told.map((row) => [row.id, row]));
  const kept = before.map((row): Approval => {
    const now = news.get(row.id);
    news.delete(row.id);
    if (now !== undefined) return now;
    if (row.askedAt >= end || row.state !== 'waiting') return row;
    return { ...row, state: 'withdrawn' };
  });
  return [...kept, ...news.values()];
}
