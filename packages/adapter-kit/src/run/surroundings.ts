import { InterposeError } from '@interpose/core';

/** What is used of Node's AsyncLocalStorage, so that the types of Node are not needed. */
interface Storage<T> {
  getStore(): T | undefined;
  run<R>(value: T | undefined, act: () => R): R;
}

interface AsyncHooks {
  readonly AsyncLocalStorage: new <T>() => Storage<T>;
  readonly AsyncResource: { bind<T>(act: () => T): () => T };
}

/**
 * A value around running code. The storage is made on first use: on Node 22, having one slows every `await`.
 *
 * @example
 * const agents = new Surroundings<string>();
 * agents.run('desk', () => agents.get()); // => 'desk'
 */
export class Surroundings<T> {
  #storage: Storage<T> | undefined;

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
    return (this.#storage ??= makeStorage<T>()).run(value, act);
  }

  /** Runs `act` without any value around it. */
  leave<R>(act: () => R): R {
    return this.#storage?.getStore() === undefined ? act() : this.#storage.run(undefined, act);
  }
}

function makeStorage<T>(): Storage<T> {
  const hooks = asyncHooks();
  if (hooks !== undefined) return new hooks.AsyncLocalStorage<T>();
  throw new InterposeError(
    'ambient_unavailable',
    'this runtime has no AsyncLocalStorage',
    'run the app on Node, Bun or Deno',
  );
}

/**
 * Whether the runtime can tell what is around running code.
 *
 * @example
 * tellsSurroundings(); // => true
 */
export function tellsSurroundings(): boolean {
  return asyncHooks() !== undefined;
}

/**
 * Returns the function, bound to the values around this call. Entering a scope for each chunk of a stream would copy
 * everything around it twice.
 *
 * @example
 * const agents = new Surroundings<string>();
 * const name = agents.run('desk', () => bindHere(() => agents.get()));
 * name(); // => 'desk'
 */
export function bindHere<T>(act: () => T): () => T {
  return asyncHooks()?.AsyncResource.bind(act) ?? act;
}

function asyncHooks(): AsyncHooks | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): AsyncHooks | undefined };
  };
  return process?.getBuiltinModule?.('node:async_hooks');
}
