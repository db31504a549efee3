import { unwatched, type Tag } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { AgentCall, AgentSettings, AgentShape } from './shapes.ts';
import { tags } from './tags.ts';

/** What a hooked agent does itself. */
export interface AgentMembers {
  generate(call: AgentCall): Promise<unknown>;
  stream(call: AgentCall): Promise<unknown>;
}

/** An agent of the app's own class while one of its methods runs on it, and what is hooked of it. */
interface OwnMethod {
  readonly root: AgentShape;
  readonly hooked: AgentMembers;
  /** The settings of one call; undefined in a method that is no call. */
  readonly settings?: AgentSettings;
}

/** What an agent had before hooks: its settings, and the methods of its class. */
interface Own {
  settings: AgentSettings;
  readonly generate: Ask;
  readonly stream: Ask;
}

/** As much of AsyncLocalStorage as is needed, so that the types of Node are not. */
interface OwnMethods {
  getStore(): OwnMethod | undefined;
  run<T>(store: OwnMethod | undefined, run: () => T): T;
}

interface BuiltinLoader {
  getBuiltinModule?(name: string): { readonly AsyncLocalStorage: new () => OwnMethods } | undefined;
}

type Ask = (call: AgentCall) => Promise<unknown>;

const led = new WeakMap<object, Own>();
let storage: OwnMethods | undefined;

/** What stands below every layer of hooks. */
function rootOf(agent: AgentShape): AgentShape {
  const below = tags.of(agent)?.target as AgentShape | undefined;
  return below === undefined ? agent : rootOf(below);
}

/**
 * True for an agent of a class that extends the SDK's: its methods run on the agent itself, where its private fields are
 * and where it keeps what it counts. Not where the runtime cannot tell one call from another.
 */
export function isOwnClass(agent: AgentShape): boolean {
  const root = rootOf(agent);
  const above = Object.getPrototypeOf(root) as object;
  return (
    !Object.hasOwn(root, 'prepareCall') && !Object.hasOwn(above, 'prepareCall') && makeStorage()
  );
}

function makeStorage(): boolean {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const hooks = storage === undefined ? process?.getBuiltinModule?.('node:async_hooks') : undefined;
  if (hooks !== undefined) storage = new hooks.AsyncLocalStorage();
  return storage !== undefined;
}

/** True while the agent's own methods run for what is hooked of it: what it then calls of itself passes the hooks. */
export function runsOwn(agent: object): boolean {
  return storage?.getStore()?.root === agent;
}

/**
 * The same agent, of its own class, with calls that pass the hooks, also those its own methods make.
 *
 * @throws InterposeError `target_frozen` for one whose settings cannot be replaced for a call.
 */
export function hookOwnClass<A extends AgentShape>(agent: A, members: AgentMembers, tag: Tag): A {
  const root = rootOf(agent);
  const own = lead(root);
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(agent, {
    get(_, key, hooked): unknown {
      if (key === tags.key) return tag;
      if (key === 'settings') return own.settings;
      if (key === 'generate' || key === 'stream') return members[key];
      const value: unknown = Reflect.get(root, key, root);
      if (typeof value !== 'function' || key === 'constructor') return value;
      const known = methods.get(key);
      if (known !== undefined) return known;
      const method = (...given: unknown[]): unknown =>
        storage!.run(
          { root, hooked: hooked as AgentMembers },
          () => Reflect.apply(value, root, given) as unknown,
        );
      methods.set(key, method);
      return method;
    },
    set: (_, key, value) => Reflect.set(root, key, value),
  });
}

/** Calls the class's own method on the agent itself, with the settings of this call. */
export function callOwn(
  agent: AgentShape,
  name: keyof AgentMembers,
  call: AgentCall,
  { hooked, settings }: Pick<Required<OwnMethod>, 'hooked' | 'settings'>,
): Promise<unknown> {
  const now = storage!.getStore();
  const outermost = now?.root === agent ? now.hooked : hooked;
  const method = led.get(agent)![name];
  return storage!.run({ root: agent, hooked: outermost, settings }, () =>
    Reflect.apply(method, agent, [call]),
  );
}

/** Lets the agent's own methods find the settings of the call that they run for, and its hooked methods. */
function lead(root: AgentShape): Own {
  const known = led.get(root);
  if (known !== undefined) return known;
  const held = Reflect.getOwnPropertyDescriptor(root, 'settings');
  if (!Object.isExtensible(root) || held?.configurable !== true) throw frozen(root);
  const method = (name: keyof AgentMembers): Ask => unwatched<Ask>(Reflect.get(root, name));
  const own: Own = {
    settings: root.settings,
    generate: method('generate'),
    stream: method('stream'),
  };
  led.set(root, own);
  const here = (): OwnMethod | undefined => {
    const now = storage?.getStore();
    return now?.root === root ? now : undefined;
  };
  Object.defineProperty(root, 'settings', {
    get: () => here()?.settings ?? own.settings,
    set(settings: AgentSettings) {
      own.settings = settings;
    },
    enumerable: held.enumerable ?? true,
    configurable: true,
  });
  for (const name of ['generate', 'stream'] as const) {
    const value = (call: AgentCall): Promise<unknown> => {
      const now = here();
      return now === undefined ? Reflect.apply(own[name], root, [call]) : now.hooked[name](call);
    };
    Object.defineProperty(root, name, { value, writable: true, configurable: true });
  }
  return own;
}

function frozen({ constructor }: AgentShape): InterposeError {
  return new InterposeError(
    'target_frozen',
    `this ${constructor.name} is frozen, so its class cannot run with the hooks`,
    'hook it before you freeze it',
  );
}
