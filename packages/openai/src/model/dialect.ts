import type { Message, ModelRequest, ModelResponse } from '@interpose/core';
import type { StreamCodec } from '@interpose/core/adapter';
import type { Body, Copy } from '../translate/native.ts';
import type { LastWord } from '../stream/sse/encode.ts';
import type { Vary } from '../stream/sse/repeated-event.ts';
import type { SsePart } from '../stream/sse/part.ts';
import type { CallRun } from '../run/host-run.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';

/** How one interface of the API says what the contract says. */
export interface Dialect {
  request(body: Body, copy: Copy): ModelRequest;
  /** The messages a chat starts with. */
  messages(body: Body, copy: Copy): readonly Message[];
  changedRequest(changed: ModelRequest, original: ModelRequest, body: Body): Body;
  response(native: Body, copy: Copy): ModelResponse;
  changedResponse(changed: ModelResponse, native: Body | undefined, body: Body): Body;
  refusal(text: string, body: Body): Body;
  /** The id of the conversation that the provider keeps for this request. */
  conversation(body: Body): string | undefined;
  offered(body: Body): readonly OfferedTool[];
  /** The same request with these of its tools on offer. */
  offering(body: Body, tools: readonly Body[]): Body;
  /** The same request with other outputs of calls, by call id. */
  withOutputs(body: Body, outputs: ReadonlyMap<string, string>): Body;
  /** For one stream: makes of every event those that add one thing each. */
  splitter(): (part: SsePart) => readonly SsePart[];
  /** For one stream: makes what repeats a streamed text say what really left. */
  repeatChangedTexts(): LastWord;
  readonly vary: Vary;
  codec(run: CallRun, body: Body): StreamCodec<SsePart>;
}
