import type { AsyncLocalStorage } from 'node:async_hooks';
import { InterposeError } from '@interpose/core';

/**
 * A storage for what surrounds running code.
 *
 * @throws InterposeError `ambient_unavailable` where the runtime has none.
 */
export function makeStorage<T>(): AsyncLocalStorage<T> {
  const hooks = process.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) {
    throw new InterposeError(
      'ambient_unavailable',
      'this runtime has no AsyncLocalStorage',
      'run LangGraph on Node, Bun or Deno',
    );
  }
  return new hooks.AsyncLocalStorage<T>();
}

/**
 * The function, always called in what surrounds the code that binds it: to enter a scope anew for each chunk of a
 * stream would copy all that surrounds it twice.
 */
export function bindHere<T>(act: () => T): () => T {
  return process.getBuiltinModule?.('node:async_hooks')?.AsyncResource.bind(act) ?? act;
}
