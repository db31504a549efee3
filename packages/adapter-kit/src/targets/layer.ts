import type { Hooks } from '@interpose/core';
import type { WithHooksOptions } from './adapter-options.ts';

/**
 * Hooks, and how the app put them around what it holds.
 *
 * @example
 * const layer: Layer = { hooks, options: { require: 'enforced' } };
 */
export interface Layer {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
}
