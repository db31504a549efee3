import type { Dict } from '@interpose/core';
import { around } from '@interpose/core/adapter';
import { answerOf, answersOf, type Answer } from './answer.ts';
import { asShown } from '../translate/as-shown.ts';
import { envelopeOf, isWatched, type Exchange } from '../translate/exchange.ts';
import { fromAnswer, fromRequest } from '../translate/from-contract.ts';
import { refusalOf } from '../translate/refusals.ts';
import { pass } from './pass.ts';
import { passAll } from './pass-all.ts';
import { outputOf } from '../translate/output-of.ts';
import { toRequest } from '../translate/to-contract.ts';

/** Sends one request and returns its answer. Hooks see both. */
export async function ask(
  exchange: Exchange,
  params: unknown,
  send: (params: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!isWatched(exchange)) return send(params);
  const request = toRequest(exchange, params);
  const envelope = envelopeOf(exchange, 'request', request);
  let answer: Answer | undefined;
  const outcome = await around(exchange.chat, 'preA2aMessage', envelope, async (message) => {
    const sent =
      message === request ? same(exchange, params, request) : fromRequest(exchange, message);
    answer = await answerOf(exchange, () => send(sent));
    return answer.message;
  });
  const { value, changed } = outputOf(exchange, outcome);
  return changed || answer === undefined ? fromAnswer(exchange, value) : answer.unchanged();
}

/** Sends one request and yields the events of its answer. Hooks see each; a denied event is left out. */
export async function* askStream(
  exchange: Exchange,
  params: unknown,
  send: (params: unknown) => AsyncIterable<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  if (!isWatched(exchange)) {
    yield* send(params);
    return;
  }
  const arriving = (events: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> =>
    passAll(exchange, 'onA2aMessage', answersOf(exchange, events));
  const request = toRequest(exchange, params);
  const passed = await pass(exchange, 'preA2aMessage', 'request', request);
  switch (passed.kind) {
    case 'denied':
      throw refusalOf(exchange, passed.denial);
    case 'answered':
      return yield* passAll(exchange, 'onA2aMessage', supplied(exchange, passed.message), true);
    case 'changed':
      return yield* arriving(send(fromRequest(exchange, passed.message)));
    case 'same':
      return yield* arriving(send(same(exchange, params, request)));
  }
}

function same({ method }: Exchange, params: unknown, request: Dict): unknown {
  return asShown(method.params, params, request['params']);
}

/** Yields a reply that a hook supplied, in place of the whole answer of the other side. */
async function* supplied(exchange: Exchange, reply: Dict): AsyncGenerator<Answer, void, undefined> {
  yield { message: reply, leg: 'event', unchanged: () => fromAnswer(exchange, reply) };
}
