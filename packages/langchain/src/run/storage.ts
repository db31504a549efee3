import type { AsyncLocalStorage } from 'node:async_hooks';
import { InterposeError } from '@interpose/core';

/** What surrounds running code. Its storage is made on first use, since on Node 22 its mere use slows every await. */
export class Surroundings<T> {
  #storage: AsyncLocalStorage<T | undefined> | undefined;

  /** What surrounds the code that asks. */
  get(): T | undefined {
    return this.#storage?.getStore();
  }

  /**
   * Runs something inside of this.
   *
   * @throws InterposeError `ambient_unavailable` where the runtime has no storage.
   */
  run<R>(value: T, act: () => R): R {
    return (this.#storage ??= makeStorage()).run(value, act);
  }

  /** Runs something outside of all that was put around it. */
  leave<R>(act: () => R): R {
    return this.#storage?.getStore() === undefined ? act() : this.#storage.run(undefined, act);
  }
}

function makeStorage<T>(): AsyncLocalStorage<T> {
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
