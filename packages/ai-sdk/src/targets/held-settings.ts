import { isDict, type Layer } from '@interpose/adapter-kit';
import type { AppTools } from '../tools/tool-facts.ts';
import { isModel, isToolSet, type AgentSettings } from './shapes.ts';
import { hookStandaloneModel } from './standalone-model.ts';
import { viewTools } from './standalone-tools.ts';

/** What stands behind the settings that a hooked agent hands out. */
const owned = new WeakMap<object, AgentSettings>();

/** The settings as the agent was made with them. */
export function ownSettings(settings: AgentSettings): AgentSettings {
  const own = owned.get(settings);
  return own === undefined ? settings : ownSettings(own);
}

/**
 * What a hooked agent hands out as its settings: the same, with the model and the tools in them hooked, since whoever
 * takes one out calls it past the agent. What is put in is put into the settings themselves.
 */
export class HeldSettings {
  readonly #layer: Layer;
  readonly #shown = new WeakMap<object, unknown>();

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  view(settings: AgentSettings): AgentSettings {
    return this.#once(settings, () => {
      const shown = viewOf(settings, (key, held) => this.#see(key, held));
      owned.set(shown, settings);
      return shown;
    });
  }

  #see(key: PropertyKey, held: unknown): unknown {
    if (isModel(held)) return this.#once(held, () => hookStandaloneModel(held, this.#layer));
    if (!isDict(held) || (key !== 'tools' && !isToolSet(held))) return held;
    return this.tools(held as AppTools);
  }

  tools<T extends AppTools>(own: T): T {
    return this.#once(own, () => viewTools(own, this.#layer) as T);
  }

  #once<T extends object>(held: T, make: () => T): T {
    const known = this.#shown.get(held) ?? make();
    this.#shown.set(held, known);
    return known as T;
  }
}

/** Another object stands for the settings, which may be frozen and then have to give what they hold. */
function viewOf(
  settings: AgentSettings,
  see: (key: PropertyKey, held: unknown) => unknown,
): AgentSettings {
  const stand = Object.create(Object.getPrototypeOf(settings) as object | null) as AgentSettings;
  return new Proxy(stand, {
    get: (_, key) => see(key, Reflect.get(settings, key)),
    has: (_, key) => Reflect.has(settings, key),
    ownKeys: () => Reflect.ownKeys(settings),
    getOwnPropertyDescriptor(_, key) {
      const held = Reflect.getOwnPropertyDescriptor(settings, key);
      if (held === undefined) return undefined;
      const value = see(key, Reflect.get(settings, key));
      return { value, enumerable: held.enumerable === true, writable: true, configurable: true };
    },
    set: (_, key, value) => Reflect.set(settings, key, value),
    defineProperty: (_, key, given) => Reflect.defineProperty(settings, key, given),
    deleteProperty: (_, key) => Reflect.deleteProperty(settings, key),
  });
}
