import { isDict, type Layer } from '@interpose/adapter-kit';
import type { AppTools } from '../tools/tool-facts.ts';
import { viewEach } from '../tools/view-each.ts';
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
      const parts = settings as unknown as Readonly<Record<string, object>>; // Each may be looked at.
      const shown = viewEach(parts, (key, held) => this.#see(key, held)) as AgentSettings;
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
    const known = this.#shown.get(held);
    if (known !== undefined) return known as T;
    const made = make();
    this.#shown.set(held, made);
    return made;
  }
}
