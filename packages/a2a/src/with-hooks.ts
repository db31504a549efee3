import type { Hooks } from '@interpose/core';
import { seekChats } from '@interpose/core/adapter';
import { inspect } from './inspect.ts';
import {
  checkWithHooks,
  requireRows,
  watchOriginal,
  type Layer,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import { recognise, type Kind } from './targets/recognise.ts';
import { tags } from './targets/tag.ts';

type Method = (...given: never) => unknown;

/** The targets that `withHooks` accepts, each described by the methods that identify it. */
export type Hookable =
  /** A `ClientFactory`. */
  | { readonly createFromUrl: Method; readonly createFromAgentCard: Method }
  /** A `Client`, a `Transport` or a request handler. */
  | { readonly sendMessage: Method; readonly getTask: Method }
  /** A transport factory. */
  | { readonly protocolName: string; readonly create: Method }
  /** A `JsonRpcTransportHandler`. */
  | { readonly handle: Method }
  /** A `PushNotificationSender`. */
  | { readonly send: Method }
  /** A function that mounts a request handler, such as `jsonRpcHandler`. */
  | Method;

/**
 * Puts hooks on a part of `@a2a-js/sdk` (1.1.0 and later). On the client side: a `Client`, a `ClientFactory`, a
 * `Transport` or a transport factory. On the server side: a request handler, a `JsonRpcTransportHandler`, a function
 * that mounts a handler, such as `jsonRpcHandler`, or a `PushNotificationSender`. Returns the hooked part.
 * The same hooks twice count once; other hooks add a layer.
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
  requireRows(options, () => inspect(target));
  seekChats();
  const kind = recognise(target);
  const hooked = kind.hook(target, { hooks, options });
  const original = originalOf(target);
  if (original === target || options.require) watch(original, kind, { hooks, options });
  return hooked as Target;
}

/** Returns the app's own part below all hooks around it. */
function originalOf(target: object): object {
  const below = tags.of(target)?.target;
  return below === undefined ? target : originalOf(below);
}

/** Methods that answer with a stream. */
const STREAMS = ['sendMessageStream', 'resubscribeTask', 'resubscribe'];

/** Reports it when the app uses the unhooked original. One that was hooked before still passes those hooks. */
function watch(target: object, { watched }: Kind<unknown>, layer: Layer): void {
  if (watched === undefined) return;
  const [name, event, ...methods] = watched;
  const told = { ...layer, adapter: 'a2a', event, name: `the A2A ${name}` };
  watchOriginal(target, methods, { ...told, streams: STREAMS });
}
