import type { A2aEnvelope, Dict } from '@interpose/core';
import { isCausedByAbort } from '@interpose/adapter-kit';
import { asShown } from '../translate/as-shown.ts';
import type { Exchange } from '../translate/exchange.ts';
import { toAnswer, toErrorAnswer } from '../translate/to-contract.ts';

/** One answer or event, as hooks see it and as the SDK holds it. */
export interface Answer {
  readonly message: Dict;
  readonly leg: A2aEnvelope['leg'];
  /** Returns the value of the SDK, or throws its error. */
  readonly unchanged: () => unknown;
}

/**
 * Returns the answer to a request. An error counts as an answer too, since the other side wrote its text; only an abort
 * is thrown.
 */
export async function answerOf(exchange: Exchange, act: () => Promise<unknown>): Promise<Answer> {
  let native: unknown;
  try {
    native = await act();
  } catch (thrown) {
    return errorAnswer(exchange, thrown);
  }
  return valueAnswer(exchange, 'response', native);
}

/** Yields the events of a stream; an error that ends the stream comes last. */
export async function* answersOf(
  exchange: Exchange,
  events: AsyncIterable<unknown>,
): AsyncGenerator<Answer, void, undefined> {
  try {
    for await (const native of events) yield valueAnswer(exchange, 'event', native);
  } catch (thrown) {
    yield errorAnswer(exchange, thrown);
  }
}

function valueAnswer(exchange: Exchange, leg: Answer['leg'], native: unknown): Answer {
  const message = toAnswer(exchange, native);
  const { result } = exchange.method;
  return { message, leg, unchanged: () => asShown(result, native, message['result']) };
}

function errorAnswer(exchange: Exchange, thrown: unknown): Answer {
  if (exchange.chat.signal.aborted || isCausedByAbort(thrown)) throw thrown;
  return {
    message: toErrorAnswer(exchange, thrown),
    leg: 'response',
    unchanged() {
      throw thrown;
    },
  };
}
