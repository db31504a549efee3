import type { HooksOptions, Hooks } from './contract/hooks/hooks.ts';
import { HookRegistry } from './registry/hook-registry.ts';
import { readSettings } from './registry/options.ts';
import { LiveHooks } from './live-hooks.ts';

/**
 * Makes a registry of policies and hooks.
 *
 * @example
 * const hooks = createHooks();
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined));
 * @throws InterposeError `invalid_option` or `invalid_policy`.
 */
export function createHooks(options: HooksOptions = {}): Hooks {
  return new LiveHooks(new HookRegistry(readSettings(options)), options.policies);
}
