import { originalRan, unwatched, type Tag } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import {
  methodOf,
  runMethod,
  tellsMethods,
  type AgentMembers,
  type Ask,
  type OwnMethod,
} from '../run/own-methods.ts';
import type { AgentCall, AgentSettings, AgentShape } from './shapes.ts';
import { tags } from './tags.ts';

/** What an agent had before hooks: its settings, and the methods of its class. */
interface Own {
  settings: AgentSettings;
  readonly generate: Ask;
  readonly stream: Ask;
}

const led = new WeakMap<object, Own>();

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
    !Object.hasOwn(root, 'prepareCall') && !Object.hasOwn(above, 'prepareCall') && tellsMethods()
  );
}

/** True while the agent's own methods run for what is hooked of it: what it then calls of itself passes the hooks. */
export function runsOwn(agent: object): boolean {
  return methodOf(agent) !== undefined;
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
      if (key === 'generate' || key === 'stream' || key === 'tools') return members[key];
      const value: unknown = Reflect.get(root, key, root);
      if (typeof value !== 'function' || key === 'constructor') return value;
      const known = methods.get(key);
      if (known !== undefined) return known;
      const method = (...given: unknown[]): unknown =>
        runMethod(
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
  name: 'generate' | 'stream',
  call: AgentCall,
  { hooked, settings }: Pick<Required<OwnMethod>, 'hooked' | 'settings'>,
): Promise<unknown> {
  const now = methodOf(agent);
  const outermost = now?.hooked ?? hooked;
  const method = now?.asked ?? led.get(agent)![name];
  return runMethod({ root: agent, hooked: outermost, settings }, () =>
    Reflect.apply(method, agent, [call]),
  );
}

/** Lets the agent's own methods find the settings of the call that they run for, and its hooked methods. */
function lead(root: AgentShape): Own {
  const known = led.get(root);
  if (known !== undefined) return known;
  const held = Reflect.getOwnPropertyDescriptor(root, 'settings');
  if (!Object.isExtensible(root) || held?.configurable !== true) throw frozen(root);
  const method = (name: 'generate' | 'stream'): Ask => unwatched<Ask>(Reflect.get(root, name));
  const own: Own = {
    settings: root.settings,
    generate: method('generate'),
    stream: method('stream'),
  };
  led.set(root, own);
  meetBase(root);
  const here = (): OwnMethod | undefined => methodOf(root);
  Object.defineProperty(root, 'settings', {
    get: () => here()?.settings ?? own.settings,
    set(settings: AgentSettings) {
      own.settings = settings;
    },
    enumerable: held.enumerable ?? true,
    configurable: true,
  });
  if (!Object.hasOwn(root, 'tools')) leadTools(root);
  for (const name of ['generate', 'stream'] as const) {
    const value = (call: AgentCall): Promise<unknown> => {
      const now = here();
      return now === undefined ? Reflect.apply(own[name], root, [call]) : now.hooked[name](call);
    };
    Object.defineProperty(root, name, { value, writable: true, configurable: true });
  }
  return own;
}

/** Gives the agent's own methods its hooked tools, and everybody else those of its class. */
function leadTools(root: AgentShape): void {
  Object.defineProperty(root, 'tools', {
    get(): unknown {
      const now = methodOf(root);
      if (now === undefined)
        return Reflect.get(Object.getPrototypeOf(root) as object, 'tools', root);
      return runMethod(undefined, () => now.hooked.tools);
    },
    configurable: true,
  });
}

const met = new WeakSet<object>();

/**
 * A method of the app's class may ask the class of the SDK itself, as `super.generate`, and so past what is hooked of the
 * agent. Where it does, the call passes the hooks like any other; agents that are not hooked are let through.
 */
function meetBase(root: AgentShape): void {
  let base = root as object;
  while (!Object.hasOwn(base, 'prepareCall')) base = Object.getPrototypeOf(base) as object;
  if (met.has(base)) return;
  met.add(base);
  for (const name of ['generate', 'stream'] as const) {
    const asked = Reflect.get(base, name) as Ask;
    const value = function (this: AgentShape, call: AgentCall): Promise<unknown> {
      const now = methodOf(this);
      if (now === undefined) return refusedOriginal(this) ?? Reflect.apply(asked, this, [call]);
      if (now.settings !== undefined) return Reflect.apply(asked, this, [call]);
      return runMethod({ ...now, asked }, () => now.hooked[name](call));
    };
    Object.defineProperty(base, name, { value, writable: true, configurable: true });
  }
}

/** Tells of an agent that asks as it was before it was hooked; where that is refused, the refusal. */
function refusedOriginal(agent: AgentShape): Promise<never> | undefined {
  const refusal = led.has(agent) ? originalRan(agent) : undefined;
  return refusal === undefined ? undefined : Promise.reject(refusal);
}

function frozen({ constructor }: AgentShape): InterposeError {
  return new InterposeError(
    'target_frozen',
    `this ${constructor.name} is frozen, so its class cannot run with the hooks`,
    'hook it before you freeze it',
  );
}
