import { type Layer, replaceMember } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';

export type { Layer };

const LAYERS: unique symbol = Symbol.for('interpose.openai-agents.layers') as never;

/** Returns the registries on a target, the last one hooked first. */
export function layersOf(target: object): readonly Layer[] {
  const own = (target as { readonly [LAYERS]?: readonly Layer[] })[LAYERS];
  return own ?? NONE;
}

const NONE: readonly Layer[] = Object.freeze([]);

const INHERITED: unique symbol = Symbol.for('interpose.openai-agents.inherited') as never;

/** Returns the registries on a target, and those of hooked agents it came from, for when the app uses it alone. */
export function layersAround(target: object): readonly Layer[] {
  const inherited = inheritedBy(target);
  return inherited.length === 0 ? layersOf(target) : uniteLayers(layersOf(target), inherited);
}

/** Whether hooks apply when the app calls this target itself, outside of any run. */
export function isHooked(target: object): boolean {
  return layersOf(target).length > 0 || inheritedBy(target).length > 0;
}

function inheritedBy(target: object): readonly Layer[] {
  return (target as { readonly [INHERITED]?: readonly Layer[] })[INHERITED] ?? NONE;
}

/** Gives a target the layers of the agent it came from, without that agent's identity. True if any of them was new. */
export function inheritLayers(target: object, from: object): boolean {
  const around = layersAround(target);
  const missing = uniteLayers(around, layersAround(from)).slice(around.length);
  if (missing.length === 0) return false;
  const inherited = missing.map(({ hooks, options: { agent: _agent, ...options } }) => {
    return { hooks, options };
  });
  setHidden(target, INHERITED, [...inheritedBy(target), ...inherited]);
  return true;
}

/** Adds a layer in place. The same registry twice is one layer, enforced as soon as one of the two asks for it. */
export function addLayer(target: object, layer: Layer): void {
  const layers = layersOf(target);
  const known = layers.find(({ hooks }) => hooks === layer.hooks);
  if (known === undefined) return setLayers(target, [layer, ...layers]);
  const { require } = layer.options;
  if (require === undefined || known.options.require !== undefined) return;
  const enforced = { ...known, options: { ...known.options, require } };
  setLayers(
    target,
    layers.map((each) => (each === known ? enforced : each)),
  );
}

/** Sets the layers of a target. */
export function setLayers(target: object, layers: readonly Layer[]): void {
  setHidden(target, LAYERS, layers);
}

/**
 * Puts a member on an object of the app or the SDK; it is not enumerable, so a spread does not copy it.
 *
 * @throws InterposeError `target_frozen`.
 */
export function setHidden(target: object, key: PropertyKey, value: unknown): void {
  refuseFrozen(target);
  Object.defineProperty(target, key, { value, configurable: true, writable: true });
}

function refuseFrozen(target: object): void {
  if (!Object.isExtensible(target))
    throw new InterposeError(
      'target_frozen',
      `this ${target.constructor.name} is frozen, and hooks are put on it in place`,
      'hook it before you freeze it',
    );
}

/**
 * Replaces a method of an object by what `make` returns; `make` gets the old method, bound to the object. A method that
 * the app assigns later is replaced in the same way.
 */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  key: K,
  make: (own: T[K]) => T[K],
): void {
  refuseFrozen(target);
  const made = (own: T[K]): T[K] =>
    typeof own === 'function' ? make((own as () => unknown).bind(target) as T[K]) : own;
  replaceMember(target, key, made);
}

/** Returns the layers of all groups, each registry once. */
export function uniteLayers(...groups: readonly (readonly Layer[])[]): readonly Layer[] {
  const united: Layer[] = [];
  for (const layer of groups.flat()) {
    if (!united.some(({ hooks }) => hooks === layer.hooks)) united.push(layer);
  }
  return united;
}
