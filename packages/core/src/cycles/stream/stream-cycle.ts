import { RESPONSE_READERS } from './stream-mode.ts';
import type { PartSource, StreamOutcome, StreamStep } from '../../contract/adapter/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import { AskedRequest } from '../model/asked-request.ts';
import { concludeResponse } from '../model/conclude-response.ts';
import { attempt } from '../step/attempt.ts';
import { type StepReturn, thrownWith } from '../step/after-step.ts';
import { runInModelStep } from '../model/model-step-scope.ts';
import { pause } from '../step/pause.ts';
import { retriedStream } from './retried-stream.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import { failureOf, type OpenedStream } from './stream-source.ts';

/** How opening one attempt ended. */
type Opened<Part, Source extends PartSource<Part>> =
  | OpenedStream<Part, Source>
  | { readonly kind: 'retry'; readonly delayMs: number };

const WATCHED = [...RESPONSE_READERS, 'preRequest', 'onResponseDelta', 'onRequestError'] as const;

/**
 * Takes one streamed model call through its gates, in the same order as `modelCycle`. After the first part, everything
 * comes in the stream: a refusal as parts of the codec, a failure as the stream's error.
 *
 * @example
 * const outcome = await streamCycle<string>(chat, {
 *   request: () => ({ messages: [] }),
 *   call: () => new ReadableStream({ start: (out) => out.close() }),
 *   continues: () => false,
 *   codec: {
 *     read: (text) => ({ kind: 'delta', channel: 'text', id: '0', text }),
 *     write: (_part, text) => text,
 *     collect: (parts) => ({ content: [{ type: 'text', text: parts.join('') }] }),
 *     compose: (response) => [textOf(response)],
 *     refuse: ({ text }) => [text],
 *   },
 * });
 * outcome.kind; // => 'stream'
 * @throws the abort reason if the chat was aborted, or the error of a hook whose `onError` is `throw`.
 */
export async function streamCycle<Part, Source extends PartSource<Part> = ReadableStream<Part>>(
  chat: Chat,
  step: StreamStep<Part, Source>,
): Promise<StreamOutcome<Part, Source>> {
  const running = runningChat(chat);
  running.calls.start();
  const opened = await openUntilSettled(running, step, running.registry.settings.retries);
  switch (opened.kind) {
    case 'source':
      return {
        kind: 'stream',
        stream: chat.listens(...WATCHED)
          ? retriedStream(running, step.codec, opened.source, (left) =>
              openUntilSettled(running, step, left),
            )
          : opened.source.stream,
      };
    case 'parts':
      return { kind: 'stream', stream: streamOf(opened.parts) };
    case 'error':
      running.calls.failed = true;
      return opened;
    default:
      return opened;
  }
}

async function openUntilSettled<Part, Source extends PartSource<Part>>(
  chat: RunningChat,
  step: StreamStep<Part, Source>,
  retries: number,
): Promise<OpenedStream<Part, Source>> {
  try {
    for (let retriesLeft = retries; ; retriesLeft--) {
      const opened = await openAttempt(chat, step, retriesLeft);
      if (opened.kind !== 'retry') return opened;
      await pause(opened.delayMs, chat.signal);
    }
  } catch (error) {
    throw failureOf(chat, step.codec, error);
  }
}

async function openAttempt<Part, Source extends PartSource<Part>>(
  chat: RunningChat,
  step: StreamStep<Part, Source>,
  retriesLeft: number,
): Promise<Opened<Part, Source>> {
  const asked = new AskedRequest(chat, step, retriesLeft);
  const opening = await asked.begin();
  if (opening.kind === 'denied') return opening;
  if (opening.kind !== 'call')
    return concludeOpening(asked, step, opening.arrived, opening.kind === 'answer');
  const { native: stream, arrived } = await attempt(chat, {
    event: 'preRequest',
    act: () => runInModelStep(chat, () => step.call(asked.changed, asked.original)),
  });
  return stream === undefined
    ? concludeOpening(asked, step, arrived, false)
    : { kind: 'source', source: { stream, asked } };
}

async function concludeOpening<Part, Source extends PartSource<Part>>(
  asked: AskedRequest,
  step: StreamStep<Part, Source>,
  arrived: StepReturn,
  answered: boolean,
): Promise<Opened<Part, Source>> {
  const concluded = await concludeResponse(asked, arrived, answered);
  if (concluded.kind === 'response')
    return { kind: 'parts', parts: step.codec.compose(concluded.response, []) };
  if (concluded.kind === 'untouched') return { kind: 'parts', parts: [] };
  if (concluded.kind !== 'error') return concluded;
  return { kind: 'error', error: concluded.error, ...thrownWith(arrived, concluded.error) };
}

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream<Part>({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
}
