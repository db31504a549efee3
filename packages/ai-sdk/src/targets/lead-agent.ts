import { isDict, originalRan, unwatched } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import { methodOf, runMethod, viewThrough, type Ask, type OwnMethod } from '../run/own-methods.ts';
import type { AgentCall, AgentSettings, AgentShape, CallOptions } from './shapes.ts';
import { tags } from './tags.ts';

/** The settings and methods that an agent had before it was hooked. */
export interface Own {
  settings: AgentSettings;
  /** Prepares the agent's calls: the method of the SDK's class, or the app's own. */
  prepare: Prepare;
  generate: Ask;
  stream: Ask;
  /** The object that the methods run on, with the private fields: the agent, or what its constructor saw of it. */
  self: object;
}

/** Makes the options of a call from its arguments. */
export type Prepare = (given: AgentCall) => Promise<CallOptions>;

/** The agents whose methods run through the hooks, with the members that they had before. */
export const led: WeakMap<object, Own> = new WeakMap();

/** Returns the original agent below all layers of hooks. */
export function rootOf(agent: AgentShape): AgentShape {
  const below = tags.of(agent)?.target as AgentShape | undefined;
  return below === undefined ? agent : rootOf(below);
}

/**
 * Replaces members of the agent, so that its own methods find the settings of their call and the hooked methods.
 *
 * @throws InterposeError `target_frozen` for an agent whose settings cannot be replaced for a call.
 */
export function lead(root: AgentShape): Own {
  const known = led.get(root);
  if (known !== undefined) return known;
  const held = Reflect.getOwnPropertyDescriptor(root, 'settings');
  if (!Object.isExtensible(root) || held?.configurable !== true)
    throw new InterposeError(
      'target_frozen',
      `this ${root.constructor.name} is frozen, so its class cannot run with the hooks`,
      'hook it before you freeze it',
    );
  meetBase(root);
  const method = (name: 'generate' | 'stream'): Ask => unwatched<Ask>(Reflect.get(root, name));
  const own: Own = {
    settings: root.settings,
    prepare: prepareOf(root),
    generate: method('generate'),
    stream: method('stream'),
    self: root,
  };
  led.set(root, own);
  leadSettings(root, own, held.enumerable ?? true);
  leadPreparation(root, own);
  if (!Object.hasOwn(root, 'tools')) leadTools(root);
  for (const name of ['generate', 'stream'] as const) {
    const value = (call: AgentCall): Promise<unknown> => {
      const now = methodOf(root);
      return now === undefined ? Reflect.apply(own[name], root, [call]) : now.hooked[name](call);
    };
    Object.defineProperty(root, name, { value, writable: true, configurable: true });
  }
  return own;
}

/** Shows own methods of the agent its settings, or those of their call, with hooked parts; others see the originals. */
function leadSettings(root: AgentShape, own: Own, enumerable: boolean): void {
  Object.defineProperty(root, 'settings', {
    get() {
      const now = methodOf(root);
      if (now === undefined) return own.settings;
      if (now.settings === undefined)
        return runMethod(undefined, () => now.hooked.settings ?? own.settings);
      if (now.isBase === true) return now.settings;
      return viewThrough(now.layers ?? [], now.settings);
    },
    set(settings: AgentSettings) {
      own.settings = settings;
    },
    enumerable,
    configurable: true,
  });
}

/** Runs the app's own `prepareCall` like any own method of the agent, and lets the call check the options it made. */
function leadPreparation(root: AgentShape, own: Own): void {
  const base = baseOf(root);
  const prepare: Prepare = async (given) => {
    const now = methodOf(root);
    const ask = (): Promise<CallOptions> => Reflect.apply(own.prepare, root, [given]);
    const prepared = await (now === undefined ? ask() : runMethod({ ...now, isBase: false }, ask));
    return now?.judging?.judge(prepared) ?? prepared;
  };
  Object.defineProperty(root, 'prepareCall', {
    get: () => (own.prepare === prepareOf(base) ? own.prepare : prepare),
    set(next: Prepare) {
      own.prepare = next;
    },
    configurable: true,
  });
}

/** Gives the agent's own methods its hooked tools; all other code gets the tools of its class. */
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

/** Returns the prototype of the SDK's class: the last one in the chain that has a `prepareCall`. */
export function baseOf(root: AgentShape): object {
  let base: object = root;
  for (let above: unknown = root; isDict(above); above = Object.getPrototypeOf(above))
    if (Object.hasOwn(above, 'prepareCall')) base = above;
  return base;
}

/** Returns the method that prepares the calls of these agents. */
export function prepareOf(base: object): Prepare {
  return Reflect.get(base, 'prepareCall') as Prepare;
}

const met = new WeakSet<object>();

/**
 * Hooks the methods of the SDK's class itself. A method of the app's class may call them, as with `super.generate`,
 * past the hooked members of the agent; such a call passes the hooks too. Calls of unhooked agents go through.
 */
function meetBase(root: AgentShape): void {
  const base = baseOf(root);
  if (met.has(base)) return;
  met.add(base);
  for (const name of ['generate', 'stream'] as const) {
    const asked = Reflect.get(base, name) as Ask;
    const value = function (this: AgentShape, call: AgentCall): Promise<unknown> {
      const below = rootOf(this);
      const now: OwnMethod | undefined =
        methodOf(below) ??
        (below !== this && led.has(below) ? { root: below, hooked: this } : undefined);
      if (now === undefined) return refusedOriginal(this) ?? Reflect.apply(asked, this, [call]);
      if (now.settings !== undefined)
        return runMethod({ ...now, isBase: true }, () => Reflect.apply(asked, below, [call]));
      return runMethod({ ...now, asked }, () => now.hooked[name](call));
    };
    Object.defineProperty(base, name, { value, writable: true, configurable: true });
  }
  const prepare = prepareOf(base);
  const value = function (this: AgentShape, given: AgentCall): Promise<CallOptions> {
    const below = rootOf(this);
    const now = methodOf(below);
    return now?.settings === undefined
      ? Reflect.apply(prepare, this, [given])
      : runMethod({ ...now, isBase: true }, () => Reflect.apply(prepare, below, [given]));
  };
  Object.defineProperty(base, 'prepareCall', { value, writable: true, configurable: true });
}

/** Reports an agent that is used without its hooks. Returns the refusal if such calls are refused. */
function refusedOriginal(agent: AgentShape): Promise<never> | undefined {
  const refusal = led.has(agent) ? originalRan(agent) : undefined;
  return refusal === undefined ? undefined : Promise.reject(refusal);
}
