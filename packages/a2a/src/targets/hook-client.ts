import type { AgentCard } from '@a2a-js/sdk';
import type {
  Client,
  ClientFactory,
  ClientFactoryOptions,
  Transport,
  TransportFactory,
} from '@a2a-js/sdk/client';
import { endpointOf, enforce, hookTransport, targetOf } from './hook-transport.ts';
import type { Layer } from '@interpose/adapter-kit';
import { isHookedBy, methodOf, overlay } from './tag.ts';

/** Returns the client on a hooked transport; the client's interceptors run outside of the hooks. */
export function hookClient(client: Client, layer: Layer): Client {
  const { hooks, options } = layer;
  if (isHookedBy(client, hooks) || isHookedBy(client.transport, hooks)) {
    enforce(client.transport, options);
    return client;
  }
  const to = endpointOf(client.transport) ?? cardAddress(client);
  const transport = hookTransport(client.transport, layer, to);
  return overlay(client, hooks, (key) => (key === 'transport' ? transport : undefined));
}

/** Returns the factory, so that every client it makes is hooked. */
export function hookFactory(factory: ClientFactory, layer: Layer): ClientFactory {
  const { hooks } = layer;
  if (isHookedBy(factory, hooks)) return factory;
  const made = new Map<PropertyKey, unknown>();
  const hookEach: HookEach = (each) => hookTransportFactory(each, layer);
  const makers: Readonly<Record<string, () => unknown>> = {
    options: () => optionsOf(factory, hookEach),
    transportsByName: () => transportsOf(factory, hookEach),
  };
  return overlay(factory, hooks, (key) => {
    // Any `create…` method is hooked: also those that only TypeScript calls private, and those of later versions.
    if (typeof key !== 'string') return undefined;
    const isMade = Object.hasOwn(makers, key);
    if (!isMade && !key.startsWith('create')) return undefined;
    const make = isMade ? makers[key]! : () => makerOf(factory, key as 'createFromUrl', layer);
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
  });
}

type HookEach = (factory: TransportFactory) => TransportFactory;

/** Returns the factory's options with hooked transports: an app may make another factory of them. */
function optionsOf({ options }: ClientFactory, hookEach: HookEach): ClientFactoryOptions {
  return { ...options, transports: options.transports.map(hookEach) };
}

/** Returns the factory's transports by name, hooked; in a map of the SDK's own class, which decides how names match. */
function transportsOf(factory: ClientFactory, hookEach: HookEach): unknown {
  // Only TypeScript makes it private.
  const { transportsByName: own } = factory as unknown as { readonly transportsByName?: unknown };
  if (!(own instanceof Map)) return own;
  const shown = Reflect.construct(own.constructor, []) as Map<string, TransportFactory>;
  for (const [name, each] of own as Map<string, TransportFactory>) shown.set(name, hookEach(each));
  return shown;
}

function makerOf(factory: ClientFactory, key: 'createFromUrl', layer: Layer): unknown {
  if (typeof factory[key] !== 'function') return undefined;
  const make = methodOf(factory, key);
  return async (...given: Parameters<typeof make>): Promise<Client> =>
    hookClient(await make(...given), layer);
}

/** Returns the transport factory, so that every transport it makes is hooked. */
export function hookTransportFactory(factory: TransportFactory, layer: Layer): TransportFactory {
  const { hooks, options } = layer;
  if (isHookedBy(factory, hooks) && options.require === undefined) return factory;
  const create = async (
    url: string,
    ...card: [Parameters<TransportFactory['create']>[1]]
  ): Promise<Transport> =>
    hookTransport(await methodOf(factory, 'create')(url, ...card), layer, url);
  return overlay(factory, hooks, (key) => (key === 'create' ? create : undefined));
}

/**
 * Returns the address in the agent card for the transport's binding, if the transport itself tells none. The other side
 * wrote the card: if the card has several addresses, only the one that the gRPC channel connects to is trusted.
 */
function cardAddress(client: Client): string | undefined {
  // Only TypeScript makes the card private. The public way to get it would send a message.
  const { agentCard, transport } = client as unknown as {
    readonly agentCard?: Partial<AgentCard>;
    readonly transport: Transport;
  };
  const binding = transport.protocolName?.toUpperCase();
  const named = (agentCard?.supportedInterfaces ?? []).flatMap(({ protocolBinding, url }) =>
    protocolBinding.toUpperCase() === binding ? [url] : [],
  );
  const urls = [...new Set(named)];
  const believed =
    urls.length > 1 ? urls.filter((url) => targetOf(transport)?.endsWith(url)) : urls;
  return believed.length === 1 ? believed[0] : undefined;
}
