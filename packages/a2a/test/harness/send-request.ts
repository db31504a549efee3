import type { RequestOptions, Transport } from '@a2a-js/sdk/client';
import type { A2aExchange } from '@interpose/testing/conformance';

import { transportMethods, type A2aMethod } from '../../src/translate/methods.ts';
import { client, errors } from '../sdk.ts';

type Send = (params: unknown, options: RequestOptions) => Promise<unknown> & AsyncIterable<unknown>;

/** Sends the request of the exchange and notes what arrived, each value and each error as a JSON-RPC message. */
export async function sendRequest(transport: Transport, exchange: A2aExchange): Promise<void> {
  const { id } = exchange.request as { readonly id: number };
  const [name, method] = memberFor(exchange.method);
  // The seven members have seven types; the exchange fits the one that its method names.
  const member = (transport as unknown as Record<string, Send>)[name]!;
  const arrive = (native: unknown): void =>
    exchange.received({ jsonrpc: '2.0', id, result: method.result.write(native) });
  try {
    const answer = member.call(transport, method.params.read(exchange.request['params']), {
      serviceParameters: client.ServiceParameters.create(client.withA2AVersion('1.0')),
    });
    if (!method.streams) arrive(await answer);
    else for await (const event of answer) arrive(event);
  } catch (thrown) {
    exchange.received({ jsonrpc: '2.0', id, error: errors.toJsonRpcError(thrown) });
  }
}

function memberFor(method: string): readonly [string, A2aMethod] {
  for (const [name, candidate] of transportMethods)
    if (candidate.method === method) return [String(name), candidate];
  throw new Error(`the SDK has no ${method}`);
}
