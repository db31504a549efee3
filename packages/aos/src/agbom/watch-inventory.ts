import type { Hooks } from '@interpose/core';

import { SeenInventory } from './seen-inventory.ts';

const watched = new WeakMap<Hooks, SeenInventory>();

/**
 * Records for `inventory` the components that the agents of these hooks use: the model and tools of each request,
 * servers, knowledge, memory and agents. It only observes. Returns a function that stops it.
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

/** Returns the components seen since these hooks are watched; undefined if they are not. */
export function seenBy(hooks: Hooks): SeenInventory | undefined {
  return watched.get(hooks);
}
