import { deniedError } from '@interpose/adapter-kit';
import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import { wantsError } from '../model/model-call.ts';
import type { ChatRun } from '../run/host-run.ts';
import { composeChunks, sumOf, withEveryCall } from './compose.ts';
import { isEnd, type Ended, type SaidTexts } from './said-texts.ts';
import { kindOf, type ChunkKind } from './split-chunk.ts';
import { StreamedCalls } from './streamed-calls.ts';
import type { CallOptions, GenerationChunk } from '../translate/native.ts';
import { refusalChunk } from '../translate/refusal.ts';
import { responseToContract } from '../translate/response-to-contract.ts';

/** A part that ends a stream with an error. */
interface Thrown {
  readonly thrown: unknown;
}

/** One part of a hooked stream. */
export type StreamPart = GenerationChunk | Thrown | Ended;

/** Whether this part ends the stream with an error. */
export function isThrown(part: StreamPart): part is Thrown {
  return 'thrown' in part;
}

function chunksIn(parts: readonly StreamPart[]): readonly GenerationChunk[] {
  return parts.filter((part) => !isEnd(part)) as readonly GenerationChunk[];
}

/** Returns the codec with which core reads and makes the chunks of one streamed model call. */
export function chunkCodec(
  run: ChatRun,
  options: CallOptions,
  said: SaidTexts | undefined,
): StreamCodec<StreamPart> {
  const calls = new StreamedCalls();
  // A chunk without content keeps its place: it leaves with the chunks before it.
  let empty: 'content' | 'call' | 'finish' = 'content';
  let id: string | undefined;
  return {
    keeps: true,
    read(part) {
      if (isEnd(part)) return said!.read(part, { kind: 'close', id: part.ended });
      const chunk = part as GenerationChunk;
      id ??= chunk.message.id;
      const kind = kindOf(chunk);
      if (empty !== 'finish' && kind.kind !== 'empty')
        empty = kind.kind === 'call' || kind.kind === 'finish' ? kind.kind : 'content';
      const piece = kind.kind === 'empty' ? { kind: empty } : pieceOf(kind, calls);
      return said?.read(chunk, piece) ?? piece;
    },
    // Texts are written again only if hooks may change them, and then `said` exists.
    write: (part, text) => said!.write(part as GenerationChunk, text),
    collect(parts) {
      const { message, generationInfo } = sumOf(chunksIn(parts))!;
      return withEveryCall(
        responseToContract(message, generationInfo, run.copy, () => []),
        message,
      );
    },
    compose: (response, original) => composeChunks(response, chunksIn(original), id),
    refuse(refused) {
      if (refused.throws || wantsError(run, options))
        return [{ thrown: deniedError(run, refused) }];
      run.refusal = refused.denial;
      return [refusalChunk(refused.text, id)];
    },
  };
}

function pieceOf(kind: ChunkKind, calls: StreamedCalls): StreamPiece {
  switch (kind.kind) {
    case 'text':
    case 'reasoning':
      return { kind: 'delta', channel: kind.kind, id: kind.kind, text: kind.text };
    case 'call': {
      const { args = '' } = kind.piece;
      const call = calls.add(kind.piece);
      if (args === '') return { kind: 'call' };
      const id = call.id || `${calls.all.indexOf(call)}`;
      return { kind: 'delta', channel: 'tool-args', id, text: args, held: true };
    }
    case 'finish':
      return { kind: 'finish' };
    default:
      return { kind: 'content' };
  }
}
