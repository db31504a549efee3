import type { Hooks } from '../contract/hooks/hooks.ts';
import type { HooksRuntime } from './hub.ts';
import { LiveHooks } from '../live-hooks.ts';

/** The hub behind a registry. Throws `invalid_option` for what `createHooks` of this copy of the package did not make. */
export const runtimeOf: (hooks: Hooks) => HooksRuntime = LiveHooks.runtimeOf;
