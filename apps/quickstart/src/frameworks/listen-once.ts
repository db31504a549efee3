import type { Hooks } from '@interpose/core';

const listened = new WeakMap<Hooks, Set<string>>();

/** Adds to hooks what the replay of one framework needs there, however many runs they are used for. */
export function listenOnce(hooks: Hooks, framework: string, listen: (hooks: Hooks) => void): void {
  const known = listened.get(hooks) ?? new Set();
  if (known.has(framework)) return;
  listened.set(hooks, known.add(framework));
  listen(hooks);
}
