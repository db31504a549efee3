import type { AnyVerdict } from '../contract/decisions/verdict.ts';

const speakers = new WeakMap<object, readonly string[]>();

/**
 * Names the hooks elsewhere that a hook here speaks for, as `policy/hook`, so that records and denials name those.
 * A verdict without names stays the hook's own.
 *
 * @example
 * hooks.addHook('preToolCall', () => onBehalfOf(deny('no shell'), ['guard/no-shell']));
 */
export function onBehalfOf<V extends AnyVerdict>(verdict: V, names: readonly string[]): V {
  if (names.length > 0) speakers.set(verdict, names);
  return verdict;
}

/** The hooks elsewhere that this verdict speaks for. */
export function namesBehind(verdict: object): readonly string[] | undefined {
  return speakers.get(verdict);
}
