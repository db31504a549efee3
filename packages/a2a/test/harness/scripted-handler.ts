import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import type { A2aExchange } from '@interpose/testing/conformance';

import { handlerMethods, type A2aMethod } from '../../src/translate/methods.ts';
import { deskCard } from '../desk-card.ts';

/** A request handler that answers with what the exchange says. */
export function scriptedHandler(exchange: A2aExchange): A2ARequestHandler {
  const members = [...handlerMethods].map(([name, method]) => [
    name,
    method.streams
      ? (params: unknown) => streamed(exchange, method, params)
      : async (params: unknown) =>
          method.result.read(answer(exchange, method, params).response['result']),
  ]);
  return {
    ...(Object.fromEntries(members) as A2ARequestHandler),
    getAgentCard: async () => deskCard('http://127.0.0.1'),
  };
}

async function* streamed(
  exchange: A2aExchange,
  method: A2aMethod,
  params: unknown,
): AsyncGenerator<unknown, void, undefined> {
  const { response, events = [] } = answer(exchange, method, params);
  for (const message of events.length > 0 ? events : [response])
    yield method.result.read(message['result']);
}

function answer(
  exchange: A2aExchange,
  method: A2aMethod,
  params: unknown,
): ReturnType<A2aExchange['answer']> {
  return exchange.answer({ ...exchange.request, params: method.params.write(params) });
}
