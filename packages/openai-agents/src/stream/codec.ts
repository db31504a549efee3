import { deniedError, textIn } from '@interpose/adapter-kit';
import type { ModelResponse } from '@interpose/core';
import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import type { RunLayer } from '../run/host-run.ts';
import type { NativeRequest, NativeResponse } from '../translate/native.ts';
import { refusalEvents, syntheticId, wantsObject } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { rewriting } from './rewritten-end.ts';
import { FAILED, UNTOLD, type Done, type StreamPart } from './stream-part.ts';

const META: StreamPiece = { kind: 'meta' };
const CONTENT: StreamPiece = { kind: 'content' };
const FINISH: StreamPiece = { kind: 'finish' };

/** The start of a stream, which its reader gets only once. */
const START: StreamPart = { type: 'response_started' };

/** The id of the text: the events of the SDK know only one block of text. */
const TEXT = 'text';

/** Returns the codec for the events of one model call. Only the last event decides how the SDK goes on. */
export function streamCodec(layer: RunLayer, request: NativeRequest): StreamCodec<StreamPart> {
  return {
    read: readPart,
    // `providerData` is removed: it holds the text from before the change.
    write: (part, delta) => ({ ...part, delta, providerData: undefined }) as StreamPart,
    collect(parts) {
      const see = rewriting();
      for (const part of parts) see(part);
      const done = parts.findLast((part) => part.type === 'response_done');
      if (done === undefined) return withTold({ content: [] }, parts);
      return withTold(responseToContract(responseOf(done, layer), layer.copy), parts);
    },
    compose: (response, original) => compose(layer, request, response, original),
    refuse(refused) {
      if (refused.throws || wantsObject(request))
        return [{ type: FAILED, error: deniedError(layer, refused) }];
      layer.refusal = refused.denial;
      return [START, ...refusalEvents(refused.text, request)];
    },
  };
}

/** Returns the response with the text that events told and its end leaves out, for example of a stream that broke off. */
function withTold(response: ModelResponse, parts: readonly StreamPart[]): ModelResponse {
  const { content } = response;
  const told = joined(parts, (part) => (part.type === 'output_text_delta' ? part.delta : ''));
  const said = joined(content, (part) => (part.type === 'text' ? part.text : ''));
  if (said.includes(told.trim())) return response;
  return { ...response, content: [{ type: 'text', text: told }, ...content] };
}

function joined<T>(values: readonly T[], textOf: (value: T) => string): string {
  return values.map(textOf).join('');
}

function readPart(part: StreamPart): StreamPiece {
  switch (part.type) {
    case 'output_text_delta':
      return { kind: 'delta', channel: 'text', id: TEXT, text: part.delta };
    case UNTOLD: {
      const { place, delta } = part;
      return {
        kind: 'delta',
        channel: place === TEXT ? TEXT : 'reasoning',
        id: `${place}`,
        text: delta,
      };
    }
    case 'response_started':
      // `providerData` holds the provider's first event, which may contain a part of the answer.
      return part.providerData === undefined ? META : CONTENT;
    case 'response_done':
      return FINISH;
    case FAILED:
      return { kind: 'error', error: part.error };
    default:
      return CONTENT;
  }
}

function responseOf({ response }: Done, { run: { sdk } }: RunLayer): NativeResponse {
  const { output, usage } = response;
  const { inputTokens, outputTokens, totalTokens } = usage;
  return { output, usage: new sdk.Usage({ inputTokens, outputTokens, totalTokens }) };
}

function compose(
  layer: RunLayer,
  request: NativeRequest,
  response: ModelResponse,
  original: readonly StreamPart[],
): readonly StreamPart[] {
  const done = original.findLast((part) => part.type === 'response_done');
  const native = done === undefined ? undefined : responseOf(done, layer);
  const { output, usage } = responseFromContract(response, native, layer.run.sdk);
  const { inputTokens, outputTokens, totalTokens } = usage;
  const counted = { inputTokens, outputTokens, totalTokens };
  const { providerData: _providerData, ...before } = done?.response ?? { id: syntheticId(request) };
  // The provider's own counts say more, such as what was cached.
  const kept = usage === native?.usage ? before : { ...before, usage: counted };
  const finish = { type: 'response_done', response: { ...kept, output } } as StreamPart;
  const text = textIn(response.content);
  const said: StreamPart[] = text === '' ? [] : [{ type: 'output_text_delta', delta: text }];
  return [START, ...said, finish];
}
