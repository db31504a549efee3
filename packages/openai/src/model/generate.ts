import { withoutAnswer } from '@interpose/adapter-kit';
import { InterposeError, type ModelResponse } from '@interpose/core';
import { modelCycle } from '@interpose/core/adapter';
import { adviseCalls, advises } from '../tools/gate-answered-calls.ts';
import { jsonResponse, noteUnanswered, type HttpCall } from './http-call.ts';
import { parseBody, type Body } from '../translate/native.ts';
import { modelStep, type PreparedCall } from './model-call.ts';
import { wantsStructure } from '../translate/refusal.ts';

/** An answer of the provider: the response and its content. */
interface Answer {
  readonly response: Response;
  /** Undefined when the text is no JSON object; hooks then see the text, unless it is none either. */
  readonly body: Body | undefined;
  readonly text: string;
}

/** Asks for one answer, not streamed, through the hooks of this run's chat. */
export async function answerThrough(call: PreparedCall): Promise<Response> {
  const { run, dialect, http, body } = call;
  const { send, failures, ...step } = modelStep(call);
  const outcome = await modelCycle<Answer>(call.chat, {
    ...step,
    call: async (changed) => readAnswer(await send(changed), http),
    response: (answer) => readResponse(answer, call),
  });
  switch (outcome.kind) {
    case 'response': {
      const { native, changed } = outcome;
      const isGated = advises(call);
      if (changed === undefined && native !== undefined && !isGated) return native.response;
      const view = changed ?? (native === undefined ? { content: [] } : readResponse(native, call));
      const advised = isGated ? await adviseCalls(call, view) : view;
      if (advised === view && changed === undefined && native !== undefined) return native.response;
      return jsonResponse(dialect.changedResponse(advised, native?.body, body), native?.response);
    }
    case 'error':
      return failures.answer(outcome);
    case 'denied':
      return withoutAnswer(run, outcome, wantsStructure(body), (text) =>
        jsonResponse(dialect.refusal(text, body), undefined),
      );
  }
}

function readResponse({ body, text }: Answer, { dialect, run }: PreparedCall): ModelResponse {
  if (body !== undefined) return dialect.response(body, run.copy);
  return { content: text === '' ? [] : [{ type: 'text', text }], finishReason: 'stop' };
}

/** Matches a stream of events. */
const EVENTS = /^data:/m;

/** Matches other JSON than one object, such as a list, and bytes that are no text, such as compressed ones. */
const NO_TEXT = /^\s*(?:\[\s*\{|\{\s*")|[\0\uFFFD]/;

function unreadable(): InterposeError {
  return new InterposeError(
    'stream_unreadable',
    'the provider sent events, other JSON than one object, or bytes that are no text in place of one answer',
    'ask it for a stream with `stream: true`, or for no stream and no compression',
  );
}

/** Reads a copy, so that the caller can still read the response; aborts when the client's own time limit is over. */
async function readAnswer(
  response: Response,
  { controller, timeoutMs }: HttpCall,
): Promise<Answer> {
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller?.abort(), timeoutMs);
  try {
    const text = await response.clone().text().catch(noteUnanswered);
    const body = parseBody(text);
    if (body === undefined && (EVENTS.test(text) || NO_TEXT.test(text))) throw unreadable();
    return { response, body, text };
  } finally {
    clearTimeout(timer);
  }
}
