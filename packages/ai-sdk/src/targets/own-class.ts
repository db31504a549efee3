import { type Tag, tellsSurroundings, unwatched } from '@interpose/adapter-kit';
import { methodOf, runMethod, type AgentMembers, type OwnMethod } from '../run/own-methods.ts';
import { lead, led, rootOf } from './lead-agent.ts';
import type { AgentCall, AgentShape } from './shapes.ts';
import { tags } from './tags.ts';

/**
 * Whether the agent's class extends the SDK's class, so that its methods have to run on the agent itself, which holds
 * its private fields and its state. False if the runtime cannot tell one call from another.
 */
export function isOwnClass(agent: AgentShape): boolean {
  return !isOfSdk(rootOf(agent)) && tellsSurroundings();
}

/** Whether the agent has the SDK's class itself and its methods: neither the app nor a tracer made one of them. */
export function isOfSdk(agent: AgentShape): boolean {
  const above = classOf(agent);
  return (
    !('prepareCall' in (Object.getPrototypeOf(above) as object)) &&
    METHODS.every((name) => unwatched(Reflect.get(agent, name)) === Reflect.get(above, name))
  );
}

const METHODS = ['generate', 'stream'] as const;

/** A class that makes agents. */
export type AgentClass = new (...given: never[]) => object;

/** The prototypes of the classes that replace the SDK's class in hooked modules. */
const standIns = new WeakSet<object>();

/** Returns the prototype of the agent's class; for a hooked class, the prototype of the original class. */
function classOf(agent: object): object {
  const above = Object.getPrototypeOf(agent) as object;
  return standIns.has(above) ? classOf(above) : above;
}

/**
 * Returns a class that replaces another and hooks the agents it makes. It has a prototype of its own, because a class
 * does not let its prototype be replaced. Agents of the original class are instances of this class too.
 */
export function hookClass(
  own: AgentClass,
  make: (agent: object, isPlain: boolean) => object,
): AgentClass {
  // A bound function has no `prototype` property yet, and can still be called with `new`.
  const stand: object = own.bind(undefined);
  Object.setPrototypeOf(stand, own);
  const hooked: AgentClass = new Proxy(stand as AgentClass, {
    construct: (_, given, newTarget) =>
      make(Reflect.construct(own, given, newTarget) as object, newTarget === hooked),
  });
  const prototype = Object.create(own.prototype as object, {
    constructor: { value: hooked, writable: true, configurable: true },
  }) as object;
  standIns.add(prototype);
  const isInstance = function (this: unknown, value: unknown): boolean {
    return this === hooked
      ? value instanceof own
      : Function.prototype[Symbol.hasInstance].call(this as AgentClass, value);
  };
  Object.defineProperties(stand, {
    name: { value: own.name, configurable: true },
    length: { value: own.length, configurable: true },
    prototype: { value: prototype, writable: false },
    [Symbol.hasInstance]: { value: isInstance, configurable: true },
  });
  return hooked;
}

/**
 * Returns the agent, of its own class, so that its calls pass the hooks, also those that its own methods make.
 *
 * @throws InterposeError `target_frozen` for an agent whose settings cannot be replaced for a call.
 */
export function hookOwnClass<A extends AgentShape>(agent: A, members: AgentMembers, tag: Tag): A {
  const root = rootOf(agent);
  const own = lead(root);
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(agent, {
    get(_, key, hooked): unknown {
      if (key === tags.key) return tag;
      if (key === 'generate' || key === 'stream' || key === 'tools' || key === 'settings')
        return members[key];
      const value: unknown = Reflect.get(root, key, own.self);
      if (typeof value !== 'function' || key === 'constructor') return value;
      const known = methods.get(key);
      if (known !== undefined) return known;
      const method = (...given: unknown[]): unknown =>
        runMethod(
          { root, hooked: hooked as AgentMembers },
          () => Reflect.apply(value, own.self, given) as unknown,
        );
      methods.set(key, method);
      return method;
    },
    set: (_, key, value) => Reflect.set(root, key, value),
  });
}

/**
 * The same for an agent that is still being constructed. The constructor of its class goes on with the returned object,
 * and puts its private fields there. So the methods run on that object, and find the layers of hooks that come later.
 */
export function hookWhileMade<A extends AgentShape>(agent: A, members: AgentMembers, tag: Tag): A {
  const own = lead(agent);
  const outermost = (): AgentMembers | undefined => {
    const hooked = methodOf(agent)?.hooked;
    return hooked === made ? undefined : (hooked as AgentMembers | undefined);
  };
  const asking = (name: 'generate' | 'stream') =>
    function (this: object | undefined, call: AgentCall): Promise<unknown> {
      const above = this === made ? outermost() : undefined;
      return above === undefined ? members[name].call(this as never, call) : above[name](call);
    };
  const made: A = hookOwnClass(
    agent,
    {
      get tools() {
        const above = outermost();
        return above === undefined ? members.tools : runMethod(undefined, () => above.tools);
      },
      get settings() {
        return members.settings;
      },
      generate: asking('generate'),
      stream: asking('stream'),
    },
    tag,
  );
  own.self = made;
  return made;
}

/** Calls the class's own method on the agent itself, with the settings of this call. */
export function callOwn(
  agent: AgentShape,
  name: 'generate' | 'stream',
  call: AgentCall,
  { hooked, ...of }: Pick<Required<OwnMethod>, 'hooked' | 'settings' | 'layers' | 'judging'>,
): Promise<unknown> {
  const now = methodOf(agent);
  const own = led.get(agent)!;
  const method = now?.asked;
  const isBase = method !== undefined;
  return runMethod({ root: agent, hooked: now?.hooked ?? hooked, ...of, isBase }, () =>
    isBase ? Reflect.apply(method, agent, [call]) : Reflect.apply(own[name], own.self, [call]),
  );
}
