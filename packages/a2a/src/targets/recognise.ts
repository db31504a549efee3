import type { Client, ClientFactory, Transport, TransportFactory } from '@a2a-js/sdk/client';
import type {
  A2ARequestHandler,
  JsonRpcTransportHandler,
  PushNotificationSender,
} from '@a2a-js/sdk/server';
import { hasMethods, unknownTarget, type Layer } from '@interpose/adapter-kit';
import type { EventName } from '@interpose/core';
import { handlerMethods, transportMethods } from '../translate/methods.ts';
import { hookClient, hookFactory, hookTransportFactory } from './hook-client.ts';
import { hookHandler } from './hook-handler.ts';
import { hookJsonRpcHandler, hookMount, type Mount } from './hook-mount.ts';
import { hookSender } from './hook-sender.ts';
import { hookTransport } from './hook-transport.ts';
import { isSender, isTransport } from './shapes.ts';

/** One kind of target: how to recognise it, how to hook it, and what is reported about it. */
export interface Kind<Target> {
  is(value: unknown): boolean;
  hook(target: Target, layer: Layer): object;
  /** The paths in the capability table that its messages take. */
  readonly paths: readonly string[];
  /** For the report when the app uses the unhooked original: its name, an event of its messages, and its methods. */
  readonly watched?: readonly [name: string, event: EventName, ...methods: string[]];
}

interface Targets {
  readonly mount: Mount;
  readonly factory: ClientFactory;
  readonly client: Client;
  readonly transport: Transport;
  readonly handler: A2ARequestHandler;
  readonly transportFactory: TransportFactory;
  readonly jsonRpcHandler: JsonRpcTransportHandler;
  readonly sender: PushNotificationSender;
}

const CLIENT_PATHS = ['client', 'client stream', 'callExtensionMethod'];
const SERVER_PATHS = ['server', 'server stream', 'push notification'];

const SENDING = [...transportMethods.keys()].map(String);
const ANSWERING = [...handlerMethods.keys()].map(String);

/** The kinds that `withHooks` accepts. The order counts: a value that looks like several kinds is the first of them. */
const KINDS: { readonly [Name in keyof Targets]: Kind<Targets[Name]> } = {
  mount: {
    is: (value) => typeof value === 'function',
    hook: hookMount,
    paths: SERVER_PATHS,
  },
  factory: {
    is: (value) => hasMethods(value, 'createFromUrl', 'createFromAgentCard'),
    hook: hookFactory,
    paths: [...CLIENT_PATHS, 'agent card discovery'],
    watched: ['client factory', 'preA2aMessage', 'createFromUrl', 'createFromAgentCard'],
  },
  client: {
    is: (value) => isTransport(value) && 'transport' in value,
    hook: hookClient,
    paths: CLIENT_PATHS,
    watched: ['client', 'preA2aMessage', ...SENDING],
  },
  transport: {
    is: isTransport,
    hook: (transport, layer) => hookTransport(transport, layer),
    paths: CLIENT_PATHS,
    watched: ['transport', 'preA2aMessage', ...SENDING, 'callExtensionMethod'],
  },
  handler: {
    is: (value) => hasMethods(value, 'sendMessage', 'getTask', 'resubscribe'),
    hook: hookHandler,
    paths: SERVER_PATHS,
    watched: ['request handler', 'onA2aMessage', ...ANSWERING],
  },
  transportFactory: {
    is: (value) => hasMethods(value, 'create') && 'protocolName' in value,
    hook: hookTransportFactory,
    paths: CLIENT_PATHS,
    watched: ['transport factory', 'preA2aMessage', 'create'],
  },
  jsonRpcHandler: {
    is: (value) => hasMethods(value, 'handle') && 'requestHandler' in value,
    hook: hookJsonRpcHandler,
    paths: SERVER_PATHS,
    watched: ['JSON-RPC handler', 'onA2aMessage', 'handle'],
  },
  sender: {
    is: isSender,
    hook: hookSender,
    paths: ['push notification'],
    watched: ['push notification sender', 'preA2aMessage', 'send'],
  },
};

/**
 * Returns which part of the A2A SDK a target is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Kind<unknown> {
  const kind = Object.values(KINDS).find((each) => each.is(target));
  if (kind === undefined)
    throw unknownTarget(
      target,
      'pass a Client, a ClientFactory, a Transport, a request handler, a PushNotificationSender, or jsonRpcHandler and its like; an AgentExecutor is hooked by its request handler',
    );
  return kind;
}
