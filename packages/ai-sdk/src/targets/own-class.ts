import type { Tag } from '@interpose/adapter-kit';
import {
  methodOf,
  runMethod,
  tellsMethods,
  type AgentMembers,
  type OwnMethod,
} from '../run/own-methods.ts';
import { lead, led, rootOf } from './lead-agent.ts';
import type { AgentCall, AgentShape } from './shapes.ts';
import { tags } from './tags.ts';

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

/** True for an agent of the SDK's class, none of whose methods the app wrote. */
export function isOfSdk(agent: AgentShape): boolean {
  const above = Object.getPrototypeOf(agent) as object;
  return !('prepareCall' in (Object.getPrototypeOf(above) as object));
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
 * The same for an agent that is still being made: the constructor of its class goes on with what comes back, and puts its
 * private fields there. Its methods run on that, and find what any later layer of hooks made of it.
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
  { hooked, settings, layers }: Pick<Required<OwnMethod>, 'hooked' | 'settings' | 'layers'>,
): Promise<unknown> {
  const now = methodOf(agent);
  const own = led.get(agent)!;
  const method = now?.asked;
  const isBase = method !== undefined;
  return runMethod({ root: agent, hooked: now?.hooked ?? hooked, settings, layers, isBase }, () =>
    isBase ? Reflect.apply(method, agent, [call]) : Reflect.apply(own[name], own.self, [call]),
  );
}
