import { AIMessageChunk } from '@langchain/core/messages';
import type { ToolCallChunk } from '@langchain/core/messages/tool';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import type { Dict } from '@interpose/core';
import { isDict, omitUndefined } from '@interpose/adapter-kit';
import {
  repeatedBeside,
  textsBeside,
  type BesideText,
} from '../translate/content/beside-content.ts';
import { answerIn, listIn, type GenerationChunk, type NativeMessage } from '../translate/native.ts';
import { withoutContent } from '../translate/response-from-contract.ts';

/** One thing in a chunk, and its place: a block of the content, or a field beside the content. */
export type ChunkKind =
  | BesideText
  | { readonly kind: 'text' | 'reasoning'; readonly text: string; readonly block?: unknown }
  | { readonly kind: 'call'; readonly piece: ToolCallChunk }
  | { readonly kind: 'other'; readonly block: unknown }
  | { readonly kind: 'finish' | 'empty' };

/** Returns the pieces of calls in a chunk. */
export function callChunks({ message }: GenerationChunk): readonly ToolCallChunk[] {
  return answerIn(message).tool_call_chunks ?? [];
}

/** Returns the first thing in this chunk. After `splitChunk`, a chunk has only one. */
export function kindOf(chunk: GenerationChunk): ChunkKind {
  if (isPlainText(chunk)) return { kind: 'text', text: chunk.message.content as string };
  const [kind] = kindsOf(chunk);
  return kind ?? { kind: 'empty' };
}

/** Whether a chunk has one text and nothing else, as nearly all have. A fast check: it runs three times for each. */
function isPlainText(chunk: GenerationChunk): boolean {
  const { content } = chunk.message;
  if (typeof content !== 'string' || content === '') return false;
  return (
    callChunks(chunk).length === 0 && !isFinish(chunk) && textsBeside(chunk.message).length === 0
  );
}

function kindsOf(chunk: GenerationChunk): ChunkKind[] {
  const { message } = chunk;
  const kinds: ChunkKind[] = [];
  kinds.push(...textsBeside(message), ...contentKinds(message.content));
  for (const piece of callChunks(chunk)) kinds.push({ kind: 'call', piece });
  if (isFinish(chunk)) kinds.push({ kind: 'finish' });
  return kinds;
}

function contentKinds(content: unknown): ChunkKind[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return listIn(content).map(blockKind);
}

function blockKind(block: unknown): ChunkKind {
  if (typeof block === 'string') return { kind: 'text', text: block, block };
  if (!isDict(block)) return { kind: 'other', block };
  for (const [key, kind] of TEXTS) {
    const text = block[key];
    if (typeof text === 'string' && String(block['type']).startsWith(key))
      return { kind, text, block };
  }
  return { kind: 'other', block };
}

const TEXTS = [
  ['text', 'text'],
  ['reasoning', 'reasoning'],
  ['thinking', 'reasoning'],
] as const;

function isFinish({
  generationInfo,
  message: { response_metadata: metadata },
}: GenerationChunk): boolean {
  return tellsFinish(generationInfo) || tellsFinish(metadata);
}

function tellsFinish(told: unknown): boolean {
  return (
    isDict(told) &&
    (typeof told['finish_reason'] === 'string' || typeof told['stop_reason'] === 'string')
  );
}

/** Returns one chunk for each thing in the chunk; the chunk itself if it has only one. */
export function splitChunk(chunk: GenerationChunk): readonly GenerationChunk[] {
  if (isPlainText(chunk)) return [chunk];
  const kinds = kindsOf(chunk);
  if (kinds.length < 2) return [chunk];
  const { message, generationInfo } = chunk;
  const rest = { ...message.additional_kwargs };
  // The fields that repeat the thoughts in the content leave with the first thought.
  let repeated: object | undefined = repeatedBeside(message);
  for (const key of Object.keys(repeated)) delete rest[key];
  const parts: GenerationChunk[] = [];
  for (const kind of kinds) {
    if (kind.kind === 'finish') continue;
    const fields: Record<string, unknown> = { ...fieldsOf(kind, message) };
    if (kind.kind === 'reasoning' && 'block' in kind) {
      fields['additional_kwargs'] = repeated ?? {};
      repeated = undefined;
    }
    parts.push(makeChunk(fields, message.id, pickIndices(generationInfo)));
    if ('field' in kind) delete rest[kind.field];
  }
  const last = {
    content: '',
    additional_kwargs: rest,
    response_metadata: message.response_metadata,
    usage_metadata: answerIn(message).usage_metadata,
  };
  return [...parts, makeChunk(last, message.id, generationInfo)];
}

/** Returns the fields of a chunk with only this thing in it. */
function fieldsOf(kind: ChunkKind, { additional_kwargs: beside }: NativeMessage): object {
  if ('piece' in kind) return { content: '', tool_call_chunks: [kind.piece] };
  if ('field' in kind)
    return { content: '', additional_kwargs: { [kind.field]: beside[kind.field] } };
  if ('block' in kind) return { content: [kind.block] };
  return { content: 'text' in kind ? kind.text : '' };
}

function pickIndices(info: GenerationChunk['generationInfo']): object {
  const { prompt, completion } = info ?? {};
  return { ...(prompt === undefined ? undefined : { prompt, completion }) };
}

/** Returns a chunk with these fields. */
export function makeChunk(
  fields: object,
  id: string | undefined,
  info: object | undefined,
): GenerationChunk {
  const given = { ...fields, ...(id === undefined ? undefined : { id }) };
  const message = new AIMessageChunk(given);
  return new ChatGenerationChunk({
    text: typeof message.content === 'string' ? message.content : textIn(message.content),
    message,
    ...(info === undefined ? undefined : { generationInfo: info as Record<string, unknown> }),
  });
}

function textIn(content: unknown): string {
  return contentKinds(content)
    .map((kind) => (kind.kind === 'text' ? kind.text : ''))
    .join('');
}

/** Returns the delta with another text, and without any field that repeats the original text. */
export function withText(chunk: GenerationChunk, text: string): GenerationChunk {
  const fields = fieldsWith(text, kindOf(chunk));
  return makeChunk(fields, chunk.message.id, withoutContent(chunk.generationInfo));
}

function fieldsWith(text: string, kind: ChunkKind): object {
  if ('piece' in kind) return { content: '', tool_call_chunks: [{ ...kind.piece, args: text }] };
  if ('field' in kind) return besideWith(kind, text);
  return { content: 'block' in kind && isDict(kind.block) ? [blockWith(kind.block, text)] : text };
}

/** Returns the fields for a changed text beside the content. Speech cannot be made again, so the text replaces it. */
function besideWith({ kind, field }: BesideText, text: string): object {
  if (field === 'audio') return { content: text };
  const name = kind === 'reasoning' ? 'reasoning_content' : field;
  return { content: '', additional_kwargs: { [name]: text } };
}

function blockWith(block: Dict, text: string): object {
  const { type, id, index } = block;
  const textKey = TEXTS.find(([key]) => typeof block[key] === 'string')?.[0] ?? 'text';
  return { ...omitUndefined({ type, id, index }), [textKey]: text };
}

/** Returns the last chunk of an answer that hooks changed, with only the finish reason and the usage. */
export function withoutOriginal(chunk: GenerationChunk): GenerationChunk {
  const { message, generationInfo } = chunk;
  const fields = {
    content: '',
    response_metadata: withoutContent(message.response_metadata),
    usage_metadata: answerIn(message).usage_metadata,
  };
  return makeChunk(fields, message.id, withoutContent(generationInfo));
}

/** Returns the chunk with its piece of a call at another place among the blocks. */
export function withCallIndex(chunk: GenerationChunk, index: number): GenerationChunk {
  const pieces = callChunks(chunk).map((call) => ({ ...call, index }));
  const { message, generationInfo } = chunk;
  return makeChunk({ content: '', tool_call_chunks: pieces }, message.id, generationInfo);
}
