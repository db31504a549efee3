import type {
  Hook,
  MaybePromise,
  Message,
  ModelResponse,
  PolicyHooks,
  SessionView,
} from '@interpose/core';

import { changed } from './changed.ts';
import { mapAnswer, mapReasoning } from '../values/map-message.ts';
import { andThen } from '../../values/and-then.ts';
import type { Change } from '../values/scalar.ts';
import type { RedactionSettings } from './redaction-options.ts';
import type { Redactor } from '../redactor/redactor.ts';
import type { Presentation } from '../redactor/redactor-options.ts';
import { StreamTails } from './stream-tails.ts';

/** The characters of text already sent that give the rest its meaning. */
const LEFT = 64;

/**
 * Makes the hooks on answers to readers. Streams pass through a window that holds only text that may still become a
 * match. The hooks on whole responses only watch streams: waiting for the whole would hold the stream back.
 *
 * @example
 * definePolicy({ name: 'redact', hooks: readerHooks(redactor, settings) });
 */
export function readerHooks(
  redactor: Redactor,
  { redactAnswers: redact, restoreInAnswers: restore }: RedactionSettings,
): PolicyHooks {
  if (!redact && !restore) return {};
  const tails = new StreamTails((text) => text.length - redactor.pendingFrom(text));
  return {
    onResponseDelta: {
      onError: 'deny',
      window: (pending) => tails.heldOf(pending),
      run: deltaHook(redactor, tails, { redact, restore }),
    },
    ...answerHooks(redactor, tails, { redact, restore }),
  };
}

function deltaHook(
  redactor: Redactor,
  tails: StreamTails,
  { redact, restore }: Presentation,
): Hook<'onResponseDelta'> {
  return (ctx) => {
    const { session, delta, channel, last, sofar } = ctx;
    if (channel === 'tool-args') return undefined;
    tails.note(ctx);
    const left = sofar.slice(-LEFT);
    const from = last ? delta.length : redactor.pendingFrom(left + delta) - left.length;
    const rest = delta.slice(Math.max(0, from));
    const head = delta.slice(0, delta.length - rest.length);
    const how = { redact, restore: restore && channel === 'text', left };
    const presented = andThen(redactor.present(session, head, mapLine, how), (text) => {
      tails.hold(text + rest, rest.length);
      return text === head ? delta : text + rest;
    });
    return changed('delta', delta, presented);
  };
}

function answerHooks(
  redactor: Redactor,
  tails: StreamTails,
  { redact, restore }: Presentation,
): PolicyHooks {
  const done = new WeakSet<object>();
  // A provider may sign its reasoning, so reasoning goes back with the same tokens.
  const present = <T extends ModelResponse | Message>(
    session: SessionView,
    answer: T,
  ): MaybePromise<T> =>
    andThen(redactor.present(session, answer, mapAnswer<T>, { redact, restore }), (after) =>
      redactor.present(session, after, mapReasoning<T>, { redact, restore: false }),
    );
  return {
    onResponse: {
      onError: 'deny',
      stream: 'observe',
      run(ctx) {
        const { session, response, synthetic } = ctx;
        const settled = tails.streamed(ctx) && !synthetic;
        const presented = andThen(settled ? response : present(session, response), (after) => {
          done.add(after.content);
          return after;
        });
        return changed('response', response, presented);
      },
    },
    onAgentResponse: {
      onError: 'deny',
      stream: 'observe',
      run: ({ session, message }) =>
        done.has(message.content)
          ? undefined
          : changed('message', message, present(session, message)),
    },
  };
}

/** Maps a piece of a stream as plain text, since it is not complete JSON. */
function mapLine(text: string, change: Change): string {
  return String(change(text));
}
