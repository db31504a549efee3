import type { HooksOptions, Hooks } from '../contract/registry.ts';
import { Registry } from '../hooks/registry.ts';
import { readSettings } from '../hooks/settings.ts';
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
  return new LiveHooks(new Registry(readSettings(options)), options.policies);
}
