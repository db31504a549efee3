import type { EventName } from '../events/event-map.ts';
import type { Hook, HookOptions } from './hook.ts';

/**
 * A hook with its options, as an entry of a policy.
 *
 * @example
 * const first: PolicyHook<'preRequest'> = { priority: 1, run: ({ request }) => ({ request: { ...request, model: 'small' } }) };
 * hooks.use({ name: 'small-model', hooks: { preRequest: first } });
 */
export interface PolicyHook<E extends EventName> extends HookOptions<E> {
  readonly run: Hook<E>;
}

/**
 * The hooks of a policy by event: a function, a function with options, or a list of them.
 *
 * @example
 * const tidy: PolicyHooks = { onResponse: ({ response }) => ({ response: mapText(response, (text) => text.trim()) }) };
 * hooks.use({ name: 'tidy', hooks: tidy });
 */
export type PolicyHooks = {
  readonly [E in EventName]?: Hook<E> | PolicyHook<E> | readonly (Hook<E> | PolicyHook<E>)[];
};
