import type { Client, ClientFactory, Transport, TransportFactory } from '@a2a-js/sdk/client';
import type {
  A2ARequestHandler,
  JsonRpcTransportHandler,
  PushNotificationSender,
} from '@a2a-js/sdk/server';
import { unknownTarget } from '@interpose/adapter-kit';
import { isSender } from './hook-sender.ts';

/** A function of the SDK that mounts a request handler on a binding. */
export type Mount = (options: { readonly requestHandler: A2ARequestHandler }) => unknown;

/** What `withHooks` was given. */
export type Recognised =
  | { readonly kind: 'client'; readonly client: Client }
  | { readonly kind: 'factory'; readonly factory: ClientFactory }
  | { readonly kind: 'transport'; readonly transport: Transport }
  | { readonly kind: 'transport-factory'; readonly factory: TransportFactory }
  | { readonly kind: 'handler'; readonly handler: A2ARequestHandler }
  | { readonly kind: 'json-rpc-handler'; readonly handler: JsonRpcTransportHandler }
  | { readonly kind: 'sender'; readonly sender: PushNotificationSender }
  | { readonly kind: 'mount'; readonly mount: Mount };

/**
 * Tells which part of the A2A SDK this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  if (typeof target === 'function') return { kind: 'mount', mount: target as Mount };
  if (typeof target === 'object' && target !== null) {
    const found = recogniseObject(target);
    if (found !== undefined) return found;
  }
  throw unknownTarget(
    target,
    'pass a Client, a ClientFactory, a Transport, a request handler, a PushNotificationSender, or jsonRpcHandler and its like; an AgentExecutor is hooked by its request handler',
  );
}

/** True for what carries a client's messages. */
export function isTransport(target: object): target is Transport {
  return hasMethods(target, 'sendMessage', 'getTask', 'resubscribeTask');
}

function hasMethods(target: object, ...names: readonly string[]): boolean {
  return names.every((name) => typeof (target as Record<string, unknown>)[name] === 'function');
}

function recogniseObject(target: object): Recognised | undefined {
  const has = (...names: readonly string[]): boolean => hasMethods(target, ...names);
  if (has('createFromUrl', 'createFromAgentCard')) {
    return { kind: 'factory', factory: target as ClientFactory };
  }
  if (isTransport(target)) {
    return 'transport' in target
      ? { kind: 'client', client: target as object as Client }
      : { kind: 'transport', transport: target };
  }
  if (has('sendMessage', 'getTask', 'resubscribe')) {
    return { kind: 'handler', handler: target as A2ARequestHandler };
  }
  if (has('create') && 'protocolName' in target) {
    return { kind: 'transport-factory', factory: target as TransportFactory };
  }
  if (has('handle') && 'requestHandler' in target) {
    // Its request handler is private to the compiler only; there is no other way to it.
    return { kind: 'json-rpc-handler', handler: target as unknown as JsonRpcTransportHandler };
  }
  return isSender(target) ? { kind: 'sender', sender: target } : undefined;
}
