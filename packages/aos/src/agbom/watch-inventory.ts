import type { Hooks } from '@interpose/core';

import { SeenInventory } from './seen-inventory.ts';

const watched = new WeakMap<Hooks, SeenInventory>();

/**
 * Keeps what the agents of these hooks turn out to have, for `inventory`: the model and the tools of each request, the
 * servers, knowledge, memory and agents they use. It only looks. Returns what ends it.
 *
 * @example
 * const stop = watchInventory(hooks);
 * stop();
 */
export function watchInventory(hooks: Hooks): () => void {
  const known = watched.get(hooks);
  if (known !== undefined) return () => undefined;
  const seen = new SeenInventory();
  watched.set(hooks, seen);
  const disposers = seen.watch(hooks);
  return () => {
    for (const dispose of disposers) dispose();
    if (watched.get(hooks) === seen) watched.delete(hooks);
  };
}

/** What was seen since these hooks are watched; undefined where they are not. */
export function seenBy(hooks: Hooks): SeenInventory | undefined {
  return watched.get(hooks);
}
