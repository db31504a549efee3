import type { AsyncLocalStorage } from 'node:async_hooks';
import { InterposeError } from '@interpose/core';

/** A value around running code. The storage is made on first use: on Node 22, having one slows every `await`. */
export class Surroundings<T> {
  #storage: AsyncLocalStorage<T | undefined> | undefined;

  /** Returns the value around the running code. */
  get(): T | undefined {
    return this.#storage?.getStore();
  }

  /**
   * Runs `act` with this value around it.
   *
   * @throws InterposeError `ambient_unavailable` where the runtime has no storage.
   */
  run<R>(value: T, act: () => R): R {
    return (this.#storage ??= makeStorage()).run(value, act);
  }

  /** Runs `act` without any value around it. */
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
 * Returns the function, bound to the values around this call. Entering a scope for each chunk of a stream would copy
 * everything around it twice.
 */
export function bindHere<T>(act: () => T): () => T {
  return process.getBuiltinModule?.('node:async_hooks')?.AsyncResource.bind(act) ?? act;
}
