import type { ModelResponse } from '@interpose/core';
import type { StreamCodec } from '@interpose/core/adapter';
import { chatCodec } from '../stream/chat/codec.ts';
import * as chatLastWord from '../stream/chat/last-word.ts';
import { splitChunk, varyChunk } from '../stream/chat/split.ts';
import { responsesCodec } from '../stream/responses/codec.ts';
import * as responsesLastWord from '../stream/responses/last-word.ts';
import { splitResponses } from '../stream/responses/split.ts';
import type { LastWord } from '../stream/sse/encode.ts';
import type { SsePart } from '../stream/sse/part.ts';
import type { Vary } from '../stream/sse/repeated-event.ts';
import { outputKey } from '../tools/unreached-calls.ts';
import * as chatRefusal from '../translate/chat/refusal.ts';
import * as toChat from '../translate/chat/request-from-contract.ts';
import * as ofChat from '../translate/chat/request-to-contract.ts';
import * as toCompletion from '../translate/chat/response-from-contract.ts';
import * as ofCompletion from '../translate/chat/response-to-contract.ts';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../translate/native.ts';
import type { RequestWords } from '../translate/requests.ts';
import * as responsesRefusal from '../translate/responses/refusal.ts';
import * as toResponses from '../translate/responses/request-from-contract.ts';
import * as ofResponses from '../translate/responses/request-to-contract.ts';
import * as toResponse from '../translate/responses/response-from-contract.ts';
import * as ofResponse from '../translate/responses/response-to-contract.ts';
import type { CallRun } from '../run/host-run.ts';

/** The translation between one interface of the API and the contract, in both directions. */
export interface Dialect extends RequestWords {
  response(native: Body, copy: Copy): ModelResponse;
  changedResponse(changed: ModelResponse, native: Body | undefined, body: Body): Body;
  refusal(text: string, body: Body): Body;
  /** The id of the conversation that the provider keeps for this request. */
  conversation(body: Body): string | undefined;
  /** Returns the request with these outputs of tool calls, by `outputKey`, in place of its own. */
  withOutputs(body: Body, outputs: ReadonlyMap<string, string>): Body;
  /** Returns a splitter of events into events that each add one thing; `hides`: hooks may change deltas. */
  splitter(hides: boolean): (part: SsePart) => readonly SsePart[];
  /** Returns a function, for one stream, that gives for each event the one that goes to the caller, if any. */
  lastWord(): LastWord;
  readonly vary: Vary;
  codec(run: CallRun, body: Body): StreamCodec<SsePart>;
}

/** `POST /chat/completions`. */
export const chatDialect: Dialect = {
  noSettings: ['messages', 'model', 'tools', 'stream'],
  instructions: ofChat.instructionsOf,
  messages: ofChat.messagesToContract,
  changedMessages: toChat.changedMessages,
  response: ofCompletion.responseToContract,
  changedResponse: toCompletion.responseFromContract,
  refusal: chatRefusal.refusalResponse,
  conversation: () => undefined,
  offered: ofChat.offeredTools,
  writeTool: toChat.writeTool,
  offering: toChat.offeringTools,
  withOutputs: (body, outputs) => ({
    ...body,
    messages: dictsOf(body['messages']).map((message) => {
      const { role, tool_call_id: id, content } = message;
      const output = role === 'tool' ? outputs.get(outputKey(id, content)) : undefined;
      return output === undefined ? message : { ...message, content: output };
    }),
  }),
  splitter: () => splitChunk,
  vary: varyChunk,
  lastWord: chatLastWord.lastWord,
  codec: chatCodec,
};

/** `POST /responses`. */
export const responsesDialect: Dialect = {
  noSettings: ['input', 'instructions', 'model', 'tools', 'stream'],
  instructions: ({ instructions }) => textOf(instructions),
  messages: ofResponses.messagesToContract,
  changedMessages: toResponses.changedMessages,
  response: ofResponse.responseToContract,
  changedResponse: toResponse.responseFromContract,
  refusal: responsesRefusal.refusalResponse,
  // The API accepts the id of a conversation, or an object with that id.
  conversation: ({ conversation }) =>
    textOf(isDict(conversation) ? conversation['id'] : conversation),
  offered: ofResponses.offeredTools,
  writeTool: toResponses.writeTool,
  offering: toResponses.offeringTools,
  withOutputs: (body) => body,
  splitter: splitResponses,
  vary: () => undefined,
  lastWord: responsesLastWord.lastWord,
  codec: responsesCodec,
};
