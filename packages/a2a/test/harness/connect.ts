import type { Transport } from '@a2a-js/sdk/client';

import { deskCard } from '../desk-card.ts';
import { client } from '../sdk.ts';

/** What A2A travels on. */
export type Binding = 'JSONRPC' | 'HTTP+JSON';

/** The SDK's own transport to a server that `serveHandler` started. */
export function connect(url: string, binding: Binding): Promise<Transport> {
  return binding === 'JSONRPC'
    ? new client.JsonRpcTransportFactory().create(`${url}/rpc`, deskCard(url))
    : new client.RestTransportFactory().create(`${url}/rest`, deskCard(url));
}
