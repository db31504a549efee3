import type { Hooks } from '@interpose/core';
import type { WithHooksOptions } from './adapter-options.ts';

/**
 * Hooks, and the options with which an app put them around a target.
 *
 * @example
 * const layer: Layer = { hooks, options: { require: 'enforced' } };
 */
export interface Layer {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
}

interface Wrap extends Layer {
  readonly target: unknown;
}

const wraps = new WeakMap<object, Wrap>();

/**
 * Puts hooks around a target. An app that asks for enforcement gets it, even if the same hooks were put there without
 * it before: the target is then hooked again, and the earlier options still hold.
 *
 * @example
 * const layer: Layer = { hooks: createHooks(), options: {} };
 * const hook = (agent: object, { options }: Layer) => ({ ...agent, options });
 * hookOnce({ name: 'shop' }, layer, hook); // => { name: 'shop', options: {} }
 */
export function hookOnce<Target, Hooked extends object>(
  target: Target,
  layer: Layer,
  hook: (target: Target, layer: Layer) => Hooked,
): Hooked {
  const before = wraps.get(target as object);
  const asks = layer.options.require !== undefined && before?.options.require === undefined;
  if (asks && before?.hooks === layer.hooks) {
    const options = { ...before.options, ...layer.options };
    return hookOnce(before.target as Target, { ...layer, options }, hook);
  }
  const hooked = hook(target, layer);
  // A value that was hooked before, or in place, is its own target.
  if ((hooked as unknown) !== target) wraps.set(hooked, { ...layer, target });
  return hooked;
}
