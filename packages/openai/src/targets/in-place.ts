import { InterposeError, type Hooks } from '@interpose/core';
import type { Hooking } from '../run/host-run.ts';

type Layer = Pick<Hooking, 'hooks' | 'options'>;

const layers = new WeakMap<object, Map<Hooks, Layer>>();

/** The layer that these hooks have put around a target. */
export function layerOf(target: object, hooks: Hooks): Layer | undefined {
  return layers.get(target)?.get(hooks);
}

/**
 * Notes a layer around a target whose parts take other methods; false where its hooks are there already. Then they are
 * asked for what this one is asked for, too.
 *
 * @throws InterposeError `target_frozen` where a part takes none.
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

/** Replaces a method of an object by one that knows the original. */
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
