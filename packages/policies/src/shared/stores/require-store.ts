import { InterposeError, type StateStore } from '@interpose/core';

/** Throws `invalid_option` for an object that is no StateStore. */
export function requireStore(owner: string, store: StateStore | undefined): void {
  if (store === undefined) return;
  if (typeof store.get === 'function' && typeof store.update === 'function') return;
  throw new InterposeError(
    'invalid_option',
    `store of ${owner} is no StateStore`,
    'pass memoryStore() or a shared store',
  );
}
