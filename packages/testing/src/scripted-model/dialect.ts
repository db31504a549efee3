import type { ApiErrorBody } from './request/api-error.ts';
import { writeChunks } from './chat-completions/write-chunks.ts';
import { readChatRequest } from './chat-completions/read-chat-request.ts';
import { writeCompletion } from './chat-completions/write-completion.ts';
import type { ModelRequest, StreamEvent } from './model-request.ts';
import type { PlannedAnswer } from './script/plan-script.ts';
import type { RequestField } from './request/request-field.ts';
import { readResponsesRequest } from './responses/read-responses-request.ts';
import type { ResponseStore } from './responses/response-store.ts';
import { writeOutputItems } from './responses/write-output-items.ts';
import { writeFailureEvents, writeResponseEvents } from './responses/write-response-events.ts';
import { writeResponse } from './responses/write-response.ts';
import type { ScriptedUsage } from './script/script.ts';
import type { ServedChat } from './scripted-chat.ts';

/** One answer in the form of an API, plain and streamed; the same request always gets the same. */
export interface WrittenAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly events: readonly StreamEvent[];
  /** Returns the last events of a stream that breaks with this error after this many events. */
  failureEvents(error: ApiErrorBody, sent: number): readonly StreamEvent[];
}

/** The further input for writing an answer. */
export interface Writing {
  readonly usage: ScriptedUsage;
  /** A key of the request alone; part of every id. */
  readonly key: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** One of the two APIs for asking a model. */
export interface Dialect {
  /** Throws an `ApiError` for a request that the API would refuse; the answer is written later. */
  read(
    body: RequestField,
    chat: ServedChat,
    store: ResponseStore,
  ): {
    readonly request: ModelRequest;
    readonly write: (answer: PlannedAnswer, writing: Writing) => WrittenAnswer;
  };
}

/** The dialects by their path after the base URL. */
export const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['/chat/completions', { read: readChat }],
  ['/responses', { read: readResponses }],
]);

function readChat(body: RequestField, chat: ServedChat): ReturnType<Dialect['read']> {
  const request = readChatRequest(body, chat.plan.toolNames);
  const options = request.body['stream_options'];
  const asksUsage = typeof options === 'object' && options !== null && 'include_usage' in options;
  return {
    request,
    write(answer, { usage, key, created }) {
      const frame = { id: `chatcmpl-${key}`, model: request.model, created };
      const streamed = asksUsage && options.include_usage === true ? usage : undefined;
      return {
        body: writeCompletion(answer, usage, frame),
        events: writeChunks(answer, streamed, frame),
        failureEvents: (error) => [{ data: { error }, isChunk: false }],
      };
    },
  };
}

function readResponses(
  body: RequestField,
  chat: ServedChat,
  store: ResponseStore,
): ReturnType<Dialect['read']> {
  const request = readResponsesRequest(body, chat.plan.toolNames, store);
  return {
    request,
    write(answer, { usage, key, created }) {
      const frame = { id: `resp_${key}`, created, request: request.body };
      const output = writeOutputItems(answer, key);
      if (request.body['store'] !== false) store.keep(chat.id, frame.id, request.items, output);
      return {
        body: writeResponse(answer, usage, frame, output),
        events: writeResponseEvents(answer, usage, frame, output),
        failureEvents: (error, sent) => writeFailureEvents(error, frame, sent),
      };
    },
  };
}
