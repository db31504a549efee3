import type { Scope } from '../values/component.ts';
import type { Disposer } from './hook.ts';

/**
 * Named groups of tools that are active or not.
 *
 * @example
 * const scopes: Scopes = hooks.scopes;
 * const unregister = scopes.register({ name: 'billing', tools: ['refund'] });
 * unregister();
 * scopes.isEnabled('refund'); // => false
 */
export interface Scopes {
  register(scope: Scope): Disposer;
  unregister(name: string): void;
  /** Returns the registered scope of this tool, if any. */
  scopeOf(tool: string): string | undefined;
  /** Returns false if the tool belongs to scopes and none of them is registered. */
  isEnabled(tool: string): boolean;
}
