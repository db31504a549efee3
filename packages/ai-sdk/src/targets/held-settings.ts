import { isDict, type Layer } from '@interpose/adapter-kit';
import type { SettingsLayer } from '../run/own-methods.ts';
import type { AppTools } from '../tools/tool-facts.ts';
import { viewEach } from '../tools/view-each.ts';
import { isModel, isToolSet, type AgentSettings } from './shapes.ts';
import { modelBehind } from './stand-in-model.ts';
import { hookStandaloneModel } from './standalone-model.ts';
import { viewTools } from './standalone-tools.ts';
import { tags } from './tags.ts';

/** The settings behind those that a hooked agent hands out. */
const owned = new WeakMap<object, AgentSettings>();

/** Returns the settings that the agent was made with. */
export function ownSettings(settings: AgentSettings): AgentSettings {
  const own = owned.get(settings);
  return own === undefined ? settings : ownSettings(own);
}

const kept = new WeakMap<object, readonly SettingsLayer[]>();

/** Remembers the layers above for a call, so that a layer below finds them. */
export function keepLayers(called: object, layers: readonly SettingsLayer[]): void {
  kept.set(called, layers);
}

/** Returns the layers that show the settings of a call to the methods of a class: this layer, and those above it. */
export function layersOf(called: object, layer: SettingsLayer): readonly SettingsLayer[] {
  return [layer, ...(kept.get(called) ?? [])];
}

/** Returns the settings of a call with hooked tools, for a class whose methods cannot be told from the SDK's. */
export function withShownTools(settings: AgentSettings, layer: HeldSettings): AgentSettings {
  return settings.tools === undefined
    ? settings
    : { ...settings, tools: layer.tools(settings.tools) };
}

/**
 * Shows an agent's settings with their model and tools hooked, since the app can take one out and call it without the
 * agent. A part that the app puts in goes into the settings themselves.
 */
export class HeldSettings implements SettingsLayer {
  readonly #layer: Layer;
  readonly #shown = new WeakMap<object, unknown>();
  readonly #behind = new WeakMap<object, unknown>();

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  view(settings: AgentSettings): AgentSettings {
    return this.#once(settings, () => {
      const parts = settings as unknown as Readonly<Record<string, object>>; // its fields are read by name
      const shown = viewEach(parts, (key, held) => this.#see(key, held)) as AgentSettings;
      owned.set(shown, settings);
      return shown;
    });
  }

  behind(settings: AgentSettings): AgentSettings {
    const behind = ownEach(settings, (held) => this.#behind.get(held));
    const { tools } = behind;
    if (tools === undefined) return behind;
    const { hooks } = this.#layer;
    return { ...behind, tools: ownEach(tools, (tool) => tags.unhooked(tool, hooks)) };
  }

  #see(key: PropertyKey, shown: unknown): unknown {
    const held = isDict(shown) ? modelBehind(shown) : shown;
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
    this.#behind.set(made, held);
    return made;
  }
}

/** Returns the record with some of its objects replaced; the very same record if none is. */
function ownEach<T extends object>(record: T, own: (held: object) => unknown): T {
  let changed: Record<string, unknown> | undefined;
  for (const [key, held] of Object.entries<unknown>(record as Record<string, unknown>)) {
    if (typeof held !== 'object' || held === null) continue;
    const other = own(held) ?? held;
    if (other !== held) (changed ??= { ...record } as Record<string, unknown>)[key] = other;
  }
  return (changed as T | undefined) ?? record;
}
