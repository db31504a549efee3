import type { MaybePromise, StateStore } from '@interpose/core';

import { andThen } from '../values/and-then.ts';

/** The value to keep under the key (undefined for none), and the decision. */
export type Decided<Decision> = readonly [kept: unknown, decision: Decision];

/**
 * Decides from a stored value and the clock of the store, and writes the result in one step; synchronous if the store
 * is. A shared store may call `decide` several times before it has written: the last decision counts.
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
