import type { Hooks } from '@interpose/core';
import { seekChats } from '@interpose/core/adapter';
import { hookClient, hookFactory, hookTransportFactory } from './targets/hook-client.ts';
import { hookHandler } from './targets/hook-handler.ts';
import { hookJsonRpcHandler, hookMount } from './targets/hook-mount.ts';
import { hookSender } from './targets/hook-sender.ts';
import { hookTransport } from './targets/hook-transport.ts';
import { requireEnforced } from './inspect.ts';
import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import { recognise } from './targets/recognise.ts';
import { watchTarget } from './targets/watch-original.ts';

type Method = (...given: never) => unknown;

/** What `withHooks` takes, by the methods it is known by. */
export type Hookable =
  /** A `ClientFactory`. */
  | { readonly createFromUrl: Method; readonly createFromAgentCard: Method }
  /** A `Client`, a `Transport`, a request handler. */
  | { readonly sendMessage: Method; readonly getTask: Method }
  /** The factory of a transport. */
  | { readonly protocolName: string; readonly create: Method }
  /** A `JsonRpcTransportHandler`. */
  | { readonly handle: Method }
  /** A `PushNotificationSender`. */
  | { readonly send: Method }
  /** A function that mounts a handler, such as `jsonRpcHandler`. */
  | Method;

/**
 * Puts hooks around what an app already holds of `@a2a-js/sdk` (1.1.0 and later). On the client side a `Client`, a
 * `ClientFactory`, a `Transport` or the factory of one; on the server side a request handler, a
 * `JsonRpcTransportHandler`, a function that mounts one, such as `jsonRpcHandler`, or a `PushNotificationSender`.
 * The same hooks twice are hooked once; other hooks add a layer.
 *
 * @throws InterposeError `invalid_option` for an option that is none, `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'known', hooks: { preA2aMessage: ({ to }) => (to === 'https://desk.example/a2a' ? undefined : deny('not that agent')) } })] });
 * const factory = withHooks(new ClientFactory(), hooks);
 */
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options?: WithHooksOptions,
): Target;
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Target {
  checkWithHooks(hooks, options, {}, more);
  requireEnforced(options, target);
  seekChats();
  const hooked = hook(target, hooks, options);
  watchTarget(target, hooks, options);
  return hooked as Target;
}

function hook(target: unknown, hooks: Hooks, options: WithHooksOptions): unknown {
  const recognised = recognise(target);
  switch (recognised.kind) {
    case 'client':
      return hookClient(recognised.client, hooks, options);
    case 'factory':
      return hookFactory(recognised.factory, hooks, options);
    case 'transport':
      return hookTransport(recognised.transport, hooks, options);
    case 'transport-factory':
      return hookTransportFactory(recognised.factory, hooks, options);
    case 'handler':
      return hookHandler(recognised.handler, hooks, options);
    case 'json-rpc-handler':
      return hookJsonRpcHandler(recognised.handler, hooks, options);
    case 'sender':
      return hookSender(recognised.sender, hooks, options);
    case 'mount':
      return hookMount(recognised.mount, hooks, options);
  }
}
