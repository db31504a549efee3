import type { Chat } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { SessionOptions } from '../contract/hooks/session.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** What the code that runs now is inside of. */
export interface Ambient {
  readonly session?: SessionOptions | undefined;
  readonly chat?: Chat | undefined;
  /** What an adapter finds here whose host gives its own code no context. */
  readonly frame?: object | undefined;
  /** The registry of the chat whose model is asked, while that lasts. */
  readonly asking?: { readonly hooks: Hooks; readonly open: boolean } | undefined;
  /** What to do when the scope that made the session ambient settles. */
  readonly leaves?: Leaves | undefined;
  /** Observers that were started in that scope and still run. */
  readonly observers?: Set<PromiseLike<unknown>> | undefined;
}

/** What to do when a scope settles; nobody does what is added once it is over. */
export interface Leaves extends Set<() => MaybePromise<void>> {
  over?: boolean;
}

interface AmbientStorage {
  getStore(): Ambient | undefined;
  run<T>(store: Ambient, run: () => T): T;
}

interface BuiltinLoader {
  getBuiltinModule?(
    name: string,
  ): { readonly AsyncLocalStorage: new () => AmbientStorage } | undefined;
}

let storage: AmbientStorage | undefined;

/** The ambient session and chat; undefined where nothing was ever made ambient. */
export function ambient(): Ambient | undefined {
  return storage?.getStore();
}

/**
 * What surrounds the running code, with these in place of its own; made anew for every scope, so each has one shape and
 * is written out.
 */
export function surroundedBy(
  chat: Ambient['chat'],
  frame: Ambient['frame'],
  asking: Ambient['asking'],
): Ambient {
  const { session, frame: outer, leaves, observers }: Ambient = ambient() ?? {};
  return { session, chat, frame: frame ?? outer, asking, leaves, observers };
}

/**
 * Runs the function inside this ambient.
 * The storage is made on first use, because on Node 22 its mere use slows every later await.
 *
 * @throws InterposeError `ambient_unavailable` where the runtime has no AsyncLocalStorage.
 */
export function runAmbient<T>(value: Ambient, run: () => T): T {
  storage ??= createStorage();
  if (storage === undefined) {
    throw new InterposeError(
      'ambient_unavailable',
      'this runtime has no AsyncLocalStorage',
      'name the session with the `session` option of withHooks',
    );
  }
  return storage.run(value, run);
}

/** Runs the function inside this ambient where the runtime can, plainly where it cannot. */
export function runAmbientIfPossible<T>(value: Ambient, run: () => T): T {
  storage ??= createStorage();
  return storage === undefined ? run() : storage.run(value, run);
}

function createStorage(): AmbientStorage | undefined {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const Storage = process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
  return Storage === undefined ? undefined : new Storage();
}
