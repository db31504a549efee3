import type { AgentCard } from '@a2a-js/sdk';
import type { Client, ClientFactory, Transport, TransportFactory } from '@a2a-js/sdk/client';
import type { Hooks } from '@interpose/core';
import { endpointOf, hookTransport } from './hook-transport.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { isHookedBy, methodOf, overlay } from './tag.ts';

/** The same client on a hooked transport; its interceptors run outside the hooks. */
export function hookClient(client: Client, hooks: Hooks, options: WithHooksOptions): Client {
  if (isHookedBy(client, hooks) || isHookedBy(client.transport, hooks)) return client;
  const to = endpointOf(client.transport) ?? cardAddress(client);
  const transport = hookTransport(client.transport, hooks, options, to);
  return overlay(client, hooks, (key) => (key === 'transport' ? transport : undefined));
}

/** The same factory, whose clients are hooked. */
export function hookFactory(
  factory: ClientFactory,
  hooks: Hooks,
  options: WithHooksOptions,
): ClientFactory {
  if (isHookedBy(factory, hooks)) return factory;
  const make = {
    createFromUrl: async (url: string, path?: string): Promise<Client> =>
      hookClient(await methodOf(factory, 'createFromUrl')(url, path), hooks, options),
    createFromAgentCard: async (
      ...card: Parameters<ClientFactory['createFromAgentCard']>
    ): Promise<Client> =>
      hookClient(await methodOf(factory, 'createFromAgentCard')(...card), hooks, options),
  };
  return overlay(factory, hooks, (key) => Reflect.get(make, key) as unknown);
}

/** The same factory, whose transports are hooked. */
export function hookTransportFactory(
  factory: TransportFactory,
  hooks: Hooks,
  options: WithHooksOptions,
): TransportFactory {
  if (isHookedBy(factory, hooks)) return factory;
  const create = async (
    url: string,
    ...card: [Parameters<TransportFactory['create']>[1]]
  ): Promise<Transport> =>
    hookTransport(await methodOf(factory, 'create')(url, ...card), hooks, options, url);
  return overlay(factory, hooks, (key) => (key === 'create' ? create : undefined));
}

/** Where the transport tells no address: the one the card has for its binding, else what the agent calls itself. */
function cardAddress(client: Client): string | undefined {
  // The card is private to the compiler only, and asking for it would send a message.
  const { agentCard, transport } = client as unknown as {
    readonly agentCard?: Partial<AgentCard>;
    readonly transport: Transport;
  };
  const same = agentCard?.supportedInterfaces?.find(
    ({ protocolBinding }) => protocolBinding === transport.protocolName,
  );
  return same?.url ?? agentCard?.name;
}
