import type { MaybePromise, StateStore } from '@interpose/core';

import { andThen } from '../values/and-then.ts';

/** What to keep under the key, undefined for nothing, and what was decided. */
export type Decided<Decision> = readonly [kept: unknown, decision: Decision];

/**
 * Decides by what a store holds, and by its clock, and writes what comes of it in one step; at once where the store
 * answers at once.
 * A shared store may ask several times before it has written: the last decision is the one that holds.
 */
export function decideInStore<Decision>(
  store: StateStore,
  key: string,
  decide: (stored: unknown, now: number) => Decided<Decision>,
  ttlMs?: number,
): MaybePromise<Decision> {
  let last: { readonly decision: Decision } | undefined;
  const updated = store.update(
    key,
    (stored, now = Date.now()) => {
      const [kept, decision] = decide(stored, now);
      last = { decision };
      return kept;
    },
    ttlMs,
  );
  return andThen(updated, () => {
    if (last === undefined) throw new Error('the store wrote without asking what to write');
    return last.decision;
  });
}
