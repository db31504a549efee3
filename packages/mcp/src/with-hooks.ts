import { checkWithHooks, madeOnce, watchOriginal } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { seekChats } from '@interpose/core/adapter';
import { HookedTransport } from './hooked-transport.ts';
import { checkTarget } from './inspect.ts';
import { posted } from './messages/connection.ts';
import type { WithHooksOptions } from './options.ts';
import { transportProxy } from './transport-proxy.ts';
import { watchReceivers } from './watch-receivers.ts';
import type { McpTransport, NativeTransport } from './messages/transport.ts';

/** One hooked transport: its target, and the hooks around it. */
interface Layer {
  readonly hooks: Hooks;
  readonly target: object;
  readonly transport: HookedTransport;
}

/** The layer of each hooked transport. */
const layers = new WeakMap<object, Layer>();
/** The hooked transports of each native one, by the hooks around it. */
const hooked = new WeakMap<object, WeakMap<Hooks, object>>();

/**
 * Puts hooks around every message of an MCP transport, both ways: any transport of the MCP SDK (1.10.0 and later),
 * client or server side, and those of other clients that have `start`, `send` and `close`.
 * Calling it again with the same hooks adds no second layer; other hooks do.
 *
 * @throws InterposeError `invalid_option` for an unknown option, `target_unknown` for anything else.
 *
 * @example
 * const transport = withHooks(new StdioClientTransport({ command: 'files-server' }), hooks, { server: 'files' });
 * await new Client({ name: 'app', version: '1.0.0' }).connect(transport);
 */
export function withHooks<Target extends McpTransport>(
  target: Target,
  hooks: Hooks,
  options?: WithHooksOptions,
): Target;
export function withHooks<Target extends McpTransport>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Target {
  checkWithHooks(hooks, options, { server: 'string', role: ['client', 'server'] }, more);
  checkTarget(target);
  seekChats();
  const around = layerOf(target, hooks);
  if (around !== undefined) {
    enforce(around, options);
    return target;
  }
  const known = madeOnce(hooked, target, () => new WeakMap<Hooks, object>());
  const proxy = madeOnce(known, hooks, () => hook(target, hooks, options));
  enforce(layers.get(proxy)!, options);
  return proxy as Target;
}

function hook(target: McpTransport, hooks: Hooks, options: WithHooksOptions): object {
  // The methods of a transport take narrower types than this package looks at.
  const native = target as unknown as NativeTransport;
  const transport = new HookedTransport(native, hooks, options);
  const proxy = transportProxy(native, transport, (made) =>
    withHooks(made as McpTransport, hooks, transport.options),
  );
  // A target that is a hooked layer itself is not watched: it still passes its own hooks.
  if (!layers.has(target)) watchTransport(native, hooks, options);
  layers.set(proxy, { hooks, target, transport });
  return proxy;
}

/** Turns enforcement on if it is asked for, even if the same hooks were put there without it before. */
function enforce({ hooks, target, transport }: Layer, options: WithHooksOptions): void {
  if (options.require === undefined || transport.options.require !== undefined) return;
  const enforced = transport.enforce();
  if (!layers.has(target)) watchTransport(target as NativeTransport, hooks, enforced);
}

/** Watches an original: connecting it starts it, and a client that was connected before sends on it. */
function watchTransport(native: NativeTransport, hooks: Hooks, options: WithHooksOptions): void {
  watchOriginal(native, ['start', 'send'], {
    hooks,
    options,
    adapter: 'mcp',
    event: 'preMcpMessage',
    name: `the transport to "${options.server ?? 'unnamed'}"`,
    isInner: ([message]) => posted.has(message as object),
  });
  watchReceivers(native);
}

function layerOf(target: object, hooks: Hooks): Layer | undefined {
  let layer = layers.get(target);
  while (layer !== undefined && layer.hooks !== hooks) layer = layers.get(layer.target);
  return layer;
}
