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

/** The same client on a hooked transport; its interceptors run outside the hooks. */
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

/** The same factory, whose clients are hooked. */
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
    // Also what is private to the compiler only, and what a later version adds.
    if (typeof key !== 'string') return undefined;
    const isMade = Object.hasOwn(makers, key);
    if (!isMade && !key.startsWith('create')) return undefined;
    const make = isMade ? makers[key]! : () => makerOf(factory, key as 'createFromUrl', layer);
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
  });
}

type HookEach = (factory: TransportFactory) => TransportFactory;

/** The options of a factory, which an app may make another one of. */
function optionsOf({ options }: ClientFactory, hookEach: HookEach): ClientFactoryOptions {
  return { ...options, transports: options.transports.map(hookEach) };
}

/** The same transports by name; the kind of map that finds them is the SDK's own. */
function transportsOf(factory: ClientFactory, hookEach: HookEach): unknown {
  // It is private to the compiler only.
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

/** The same factory, whose transports are hooked. */
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
 * Where the transport tells no address: the one that the card has for its binding. The other side wrote the card, so
 * where it names several, only the one that the channel goes to is believed.
 */
function cardAddress(client: Client): string | undefined {
  // The card is private to the compiler only, and asking for it would send a message.
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
