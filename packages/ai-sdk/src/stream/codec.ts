import { deniedError, isCausedByAbort } from '@interpose/adapter-kit';
import type { DeniedError } from '@interpose/core';
import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import { keepMetadata } from '../coverage/provider-options.ts';
import type { ChatRun } from '../run/host-run.ts';
import { collectStream } from './collect.ts';
import { composeStream } from './compose.ts';
import { wantsObject } from '../model/model-call.ts';
import type { NativeParams, NativeStreamPart, SpecificationVersion } from '../translate/native.ts';
import { keepProviderPart } from '../tools/provider-tools.ts';
import { withoutRaw } from '../translate/response-from-contract.ts';
import { errorParts, refusalParts, STREAM_START } from '../translate/refusal.ts';

const META: StreamPiece = { kind: 'meta' };
const CONTENT: StreamPiece = { kind: 'content' };
const CALL: StreamPiece = { kind: 'call' };
const FINISH: StreamPiece = { kind: 'finish' };

/** The facts about one streamed model call that its codec needs. */
export interface StreamedCall {
  readonly run: ChatRun;
  readonly params: NativeParams;
  readonly version: SpecificationVersion;
}

/** Returns the codec for the stream parts of one model call. */
export function streamCodec({ run, params, version }: StreamedCall): StreamCodec<NativeStreamPart> {
  let warned = false;
  return {
    fail,
    read(part) {
      keepMetadata(part);
      const piece = readPart(run, part);
      if (part.type === 'stream-start') warned = piece === CONTENT;
      // The SDK shows the warnings that came before the first other part, so that part waits for a held warning.
      return warned && piece === META ? CONTENT : piece;
    },
    write: (part, text) => ({ ...part, [part.type === 'tool-call' ? 'input' : 'delta']: text }),
    bare: barePart,
    // Older versions of the SDK tell an abort from a failure only by the name `AbortError`.
    aborted: (reason) =>
      isCausedByAbort(reason)
        ? reason
        : Object.assign(new DOMException('The chat was aborted.', 'AbortError'), { cause: reason }),
    collect: (parts) => collectStream(parts, run.copy),
    compose(response, original) {
      const about = original.filter(({ type }) => type === 'response-metadata');
      const answer = original.filter((part) => !about.includes(part) && part.type !== 'ping');
      const parts = composeStream(response, answer, version);
      const starts = original.length === 0 || original.some(({ type }) => type === 'stream-start');
      return starts ? [STREAM_START, ...about, ...parts] : parts;
    },
    refuse(refused, started, open) {
      if (refused.throws || wantsObject(params))
        return fail(forGood(run, deniedError(run, refused)), started, open);
      run.refusal = refused.denial;
      return [...startOf(started), ...refusalParts(refused.text, open, params, version)];
    },
  };
}

/** Ends the run with a refusal: after an error in a stream, the SDK may ask the model again (`streamRetries`). */
function forGood(run: ChatRun, error: DeniedError): DeniedError {
  run.fatal ??= { error };
  return error;
}

function fail(
  error: Error,
  started: boolean,
  open: readonly NativeStreamPart[],
): readonly NativeStreamPart[] {
  return [...startOf(started), ...errorParts(error, open)];
}

function startOf(started: boolean): readonly NativeStreamPart[] {
  return started ? [] : [STREAM_START];
}

function readPart(run: ChatRun, part: NativeStreamPart): StreamPiece {
  switch (part.type) {
    case 'text-delta':
      return { kind: 'delta', channel: 'text', id: textBlock(part.id), text: part.delta };
    case 'reasoning-delta':
      return { kind: 'delta', channel: 'reasoning', id: reasoningBlock(part.id), text: part.delta };
    case 'tool-input-delta':
      return { kind: 'delta', channel: 'tool-args', id: part.id, text: part.delta };
    case 'text-end':
      return { kind: 'close', id: textBlock(part.id) };
    case 'tool-input-end':
      return { kind: 'close', id: part.id };
    case 'reasoning-end':
      return { kind: 'close', id: reasoningBlock(part.id) };
    case 'tool-call':
      keepProviderPart(run, part);
      return { kind: part.providerExecuted === true ? 'content' : 'call', of: part.toolCallId };
    case 'tool-result':
      keepProviderPart(run, part);
      return CONTENT;
    case 'tool-approval-request':
      return CALL;
    case 'stream-start':
      // A provider's warning may repeat parts of the answer, so it is held back like the answer.
      return part.warnings.length === 0 ? META : CONTENT;
    case 'response-metadata':
    case 'ping':
      return META;
    case 'error':
      return { kind: 'error', error: part.error };
    case 'finish':
      return FINISH;
    default:
      return CONTENT;
  }
}

const BARE = ['type', 'id', 'delta', 'toolCallId', 'toolName', 'providerExecuted', 'dynamic'];

/**
 * Returns a part without provider metadata, which may repeat the text, or lead the provider to the text that it stored.
 * Empty metadata replaces in the SDK what the start of the block had. An end, a delta or a call needs few fields.
 */
function barePart(part: NativeStreamPart): NativeStreamPart {
  if (part.type === 'finish') {
    const { type, finishReason, usage } = part;
    return { type, finishReason, usage: withoutRaw(usage) } as NativeStreamPart;
  }
  const given = part as Readonly<Record<string, unknown>>;
  const kept = BARE.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]]));
  return { ...Object.fromEntries(kept), providerMetadata: {} } as NativeStreamPart;
}

/** Returns the id of a text block. Providers count ids per kind, so reasoning or a call may have the same id. */
function textBlock(id: string): string {
  return `text:${id}`;
}

function reasoningBlock(id: string): string {
  return `reasoning:${id}`;
}
