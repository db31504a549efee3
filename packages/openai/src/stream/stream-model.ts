import { streamOf, withoutAnswer } from '@interpose/adapter-kit';
import { streamCycle, type PartSource } from '@interpose/core/adapter';
import { adviseStream } from './gate-streamed-calls.ts';
import { bodyHeaders, responseLike } from '../model/http-call.ts';
import { modelStep, type PreparedCall } from '../model/model-call.ts';
import { wantsStructure } from '../translate/refusal.ts';
import { decodeEvents } from './sse/decode.ts';
import { encodeEvents, type StreamWatch } from './sse/encode.ts';
import { TERMINAL } from './responses/texts.ts';
import { errorIn, isDone, type SsePart } from './sse/part.ts';

/** Streams one answer through the hooks of this run's chat. */
export async function streamThrough(call: PreparedCall): Promise<Response> {
  const { run, dialect, body, chat } = call;
  const { send, failures, ...step } = modelStep(call);
  const codec = dialect.codec(run, body);
  let response: Response | undefined;
  const outcome = await streamCycle<SsePart, PartSource<SsePart>>(chat, {
    ...step,
    call: async (changed) => {
      response = await send(changed);
      if (response.body === null) return failures.failEmpty(response);
      const split = dialect.splitter(chat.intercepts('onResponseDelta'));
      return decodeEvents(response.body, split, dialect.vary);
    },
    codec,
  });
  switch (outcome.kind) {
    case 'stream':
      return streamed(call, adviseStream(call, outcome.stream), response);
    case 'error':
      return failures.answer(outcome);
    case 'denied':
      return withoutAnswer(run, outcome, wantsStructure(body), () =>
        streamed(call, streamOf(codec.refuse(outcome, false, [])), undefined),
      );
  }
}

function streamed(
  call: PreparedCall,
  events: PartSource<SsePart>,
  like: Response | undefined,
): Response {
  const headers = bodyHeaders(like);
  if (!headers.has('content-type')) headers.set('content-type', 'text/event-stream; charset=utf-8');
  const body = encodeEvents(events, watchOf(call), call.dialect.lastWord());
  const response = responseLike(body, like, headers);
  watched.add(response);
  return response;
}

const watched = new WeakSet<Response>();

/** Whether the run of a response ends when its reader has the end of the stream. */
export function isWatched(response: Response): boolean {
  return watched.has(response);
}

/** Returns the watch that ends the run before its last event leaves: callers go on right after that event. */
function watchOf({ run, http }: PreparedCall): StreamWatch | undefined {
  if (run.endsWith === 'runner') return undefined;
  http.controller?.signal.addEventListener(
    'abort',
    () => void run.aborted(http.controller?.signal.reason),
  );
  let error: { readonly error: unknown } | undefined;
  const end = () => (error === undefined ? run.done() : run.failed(error.error));
  return {
    run,
    passing(part) {
      const thrown = errorIn(part);
      if (thrown !== undefined) error ??= { error: thrown };
      return isDone(part) || TERMINAL.has(part.data?.['type']) ? end() : undefined;
    },
    ended: end,
    failed: (thrown) => run.failed(thrown),
    left: (reason) => run.aborted(reason ?? new DOMException('The stream was left.', 'AbortError')),
  };
}
