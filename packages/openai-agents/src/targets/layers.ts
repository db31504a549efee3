import type { Layer } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';

export type { Layer };

const LAYERS: unique symbol = Symbol.for('interpose.openai-agents.layers') as never;

/** The registries on a target, the last one hooked first. */
export function layersOf(target: object): readonly Layer[] {
  const own = (target as { readonly [LAYERS]?: readonly Layer[] })[LAYERS];
  return own ?? NONE;
}

const NONE: readonly Layer[] = Object.freeze([]);

/** Adds a layer in place; the same registry twice is a no-op. */
export function addLayer(target: object, layer: Layer): void {
  const layers = layersOf(target);
  if (layers.some(({ hooks }) => hooks === layer.hooks)) return;
  setLayers(target, [layer, ...layers]);
}

/** Gives a target these layers. */
export function setLayers(target: object, layers: readonly Layer[]): void {
  setHidden(target, LAYERS, layers);
}

/**
 * Puts a member on an object of the app or the SDK; it is neither enumerated nor copied by a spread.
 *
 * @throws InterposeError `target_frozen`.
 */
export function setHidden(target: object, key: PropertyKey, value: unknown): void {
  if (!Object.isExtensible(target))
    throw new InterposeError(
      'target_frozen',
      `this ${target.constructor.name} is frozen, and hooks are put on it in place`,
      'hook it before you freeze it',
    );
  Object.defineProperty(target, key, { value, configurable: true, writable: true });
}

/** Puts a method on an object in place of the one it has, which `make` is given bound to the object. */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  key: K,
  make: (own: T[K]) => T[K],
): void {
  setHidden(target, key, make((target[key] as () => unknown).bind(target) as T[K]));
}

/** The layers of all of these, each registry once. */
export function uniteLayers(...groups: readonly (readonly Layer[])[]): readonly Layer[] {
  const united: Layer[] = [];
  for (const layer of groups.flat()) {
    if (!united.some(({ hooks }) => hooks === layer.hooks)) united.push(layer);
  }
  return united;
}
