import type { Chat } from '../contract/adapter/chat.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { SessionOptions } from '../contract/hooks/session.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { User } from '../contract/values/index.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** The session and the chat around the running code. */
export interface Ambient {
  readonly session?: SessionOptions | undefined;
  readonly chat?: Chat | undefined;
  /** A value for an adapter whose host gives the adapter's own code no context. */
  readonly frame?: object | undefined;
  /** The registry of the chat whose model is being asked, as long as that lasts. */
  readonly asking?: { readonly hooks: Hooks; readonly open: boolean } | undefined;
  /** The work to do when the scope of the ambient session settles. */
  readonly leaves?: Leaves | undefined;
  /** The observers that were started in that scope and are still running. */
  readonly observers?: Set<PromiseLike<unknown>> | undefined;
}

/** The work to do when a scope settles. Work that is added after that is not done. */
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

/** Returns the ambient session and chat; undefined if nothing was ever made ambient. */
export function ambient(): Ambient | undefined {
  return storage?.getStore();
}

/**
 * Returns the user that is named together with the session of a chat. Several users may share a session, each in chats
 * of their own, so the user of a session that is known already does not count for all of them.
 */
export function speakerOf(
  session: SessionOptions | undefined,
  hostSession?: SessionOptions,
): User | undefined {
  return (session ?? ambient()?.session ?? hostSession)?.user;
}

/**
 * Returns the values around the running code, with these in place of their own. It lists all keys, because every scope
 * makes such an object and all of them have to have one shape.
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
 * Runs the function with these ambient values. The storage is made on first use, because on Node 22 having one slows
 * every later await.
 *
 * @throws InterposeError `ambient_unavailable` if the runtime has no AsyncLocalStorage.
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

/** Runs the function with these ambient values if the runtime has a storage; otherwise just runs it. */
export function runAmbientIfPossible<T>(value: Ambient, run: () => T): T {
  storage ??= createStorage();
  return storage === undefined ? run() : storage.run(value, run);
}

function createStorage(): AmbientStorage | undefined {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const Storage = process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
  return Storage === undefined ? undefined : new Storage();
}
