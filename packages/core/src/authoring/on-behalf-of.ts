import type { AnyVerdict } from '../contract/decisions/verdict.ts';

const speakers = new WeakMap<object, readonly string[]>();

/**
 * Gives a verdict the names of the remote hooks, as `policy/hook`, for which a local hook speaks. Records and denials
 * then show these names. Without names, the verdict counts as the local hook's own.
 *
 * @example
 * hooks.addHook('preToolCall', () => onBehalfOf(deny('no shell'), ['guard/no-shell']));
 */
export function onBehalfOf<V extends AnyVerdict>(verdict: V, names: readonly string[]): V {
  if (names.length > 0) speakers.set(verdict, names);
  return verdict;
}

/** Returns the names of the remote hooks for which this verdict speaks. */
export function namesBehind(verdict: object): readonly string[] | undefined {
  return speakers.get(verdict);
}
