import { InterposeError, type Hooks } from '@interpose/core';
import type { Hooking } from '../run/host-run.ts';

type Layer = Pick<Hooking, 'hooks' | 'options'>;

const layers = new WeakMap<object, Map<Hooks, Layer>>();

/** Returns the layer that these hooks put around a target, if there is one. */
export function layerOf(target: object, hooks: Hooks): Layer | undefined {
  return layers.get(target)?.get(hooks);
}

/**
 * Records a layer around a target, whose parts get other methods. Returns false if these hooks are around it already:
 * their layer then takes over the new options too.
 *
 * @throws InterposeError `target_frozen` if a part cannot get other methods.
 */
export function isFirstLayer(layer: Layer, target: object, ...parts: readonly object[]): boolean {
  const known = layerOf(target, layer.hooks);
  if (known !== undefined) {
    known.options = { ...known.options, ...layer.options };
    return false;
  }
  const fixed = [target, ...parts].find((part) => !Object.isExtensible(part));
  if (fixed !== undefined) throw frozen(fixed);
  const around = layers.get(target) ?? new Map<Hooks, Layer>();
  layers.set(target, around.set(layer.hooks, layer));
  return true;
}

function frozen({ constructor }: object): InterposeError {
  return new InterposeError(
    'target_frozen',
    `this ${constructor.name} is frozen, so hooks cannot be put around its methods`,
    'hook it before it is frozen',
  );
}

/** Replaces a method of an object; `make` gets the original and returns the new one. */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (own: T[K]) => T[K],
): void {
  const own = target[name];
  if (typeof own !== 'function') return;
  const value = make(own.bind(target) as T[K]);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
