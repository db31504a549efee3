import type { Hooks } from '@interpose/core';
import { isDict } from './native.ts';
import type { WithHooksOptions } from './options.ts';

/** A long-term store of LangGraph; only what the hooks touch is named. */
export interface NativeStore {
  batch(operations: readonly unknown[]): Promise<unknown[]>;
  readonly [property: PropertyKey]: unknown;
}

/** True for a long-term store of LangGraph. */
export function isStore(value: unknown): value is NativeStore {
  return (
    isDict(value) &&
    ['batch', 'get', 'put', 'search', 'listNamespaces'].every(
      (name) => typeof value[name] === 'function',
    )
  );
}

/** TBD */
export function hookStore<S extends NativeStore>(
  store: S,
  _hooks: Hooks,
  _options: WithHooksOptions,
): S {
  return store;
}
