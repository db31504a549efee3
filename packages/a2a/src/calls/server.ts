import { answerOf, answersOf } from './answer.ts';
import { isWatched, type Exchange } from '../translate/exchange.ts';
import { fromAnswer, fromRequest } from '../translate/from-contract.ts';
import { refusalOf } from '../translate/refusals.ts';
import { pass } from './pass.ts';
import { passAll } from './pass-all.ts';
import { toRequest } from '../translate/to-contract.ts';

/** Answers one request. Hooks see the request and the answer. */
export async function serve(
  exchange: Exchange,
  params: unknown,
  handle: (params: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!isWatched(exchange)) return handle(params);
  const admitted = await admit(exchange, params);
  const answer = await answerOf(exchange, () => handle(admitted));
  const passed = await pass(exchange, 'preA2aMessage', 'response', answer.message);
  switch (passed.kind) {
    case 'same':
      return answer.unchanged();
    case 'changed':
    case 'answered':
      return fromAnswer(exchange, passed.message);
    case 'denied':
      throw refusalOf(exchange, passed.denial);
  }
}

/** Answers one request with a stream. Hooks see the request and each event. */
export async function* serveStream(
  exchange: Exchange,
  params: unknown,
  handle: (params: unknown) => AsyncIterable<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  if (!isWatched(exchange)) {
    yield* handle(params);
    return;
  }
  const admitted = await admit(exchange, params);
  yield* passAll(exchange, 'preA2aMessage', answersOf(exchange, handle(admitted)));
}

async function admit(exchange: Exchange, params: unknown): Promise<unknown> {
  const passed = await pass(exchange, 'onA2aMessage', 'request', toRequest(exchange, params));
  switch (passed.kind) {
    case 'changed':
      return fromRequest(exchange, passed.message);
    case 'denied':
      throw refusalOf(exchange, passed.denial);
    default:
      return params;
  }
}
