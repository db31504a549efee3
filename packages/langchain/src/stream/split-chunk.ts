import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { isDict, omitUndefined } from '@interpose/adapter-kit';
import type { CallPiece } from './streamed-calls.ts';
import { textsBeside, type BesideText } from '../translate/beside-content.ts';
import { answerIn, type GenerationChunk } from '../translate/native.ts';
import { withoutContent } from '../translate/response-from-contract.ts';

/** What one chunk tells; after `splitChunk` it is one thing. */
export type ChunkKind =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly piece: CallPiece }
  | { readonly kind: 'finish' | 'other' | 'empty' };

/** The pieces of calls in a chunk. */
export function callChunks({ message }: GenerationChunk): readonly CallPiece[] {
  return answerIn(message).tool_call_chunks ?? [];
}

/** What this chunk tells first. */
export function kindOf(chunk: GenerationChunk): ChunkKind {
  const [kind] = kindsOf(chunk);
  return kind ?? { kind: 'empty' };
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
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown): ChunkKind => {
    if (typeof block === 'string') return { kind: 'text', text: block };
    const read = isDict(block) ? blockText(block) : undefined;
    return read ?? { kind: 'other' };
  });
}

function blockText(block: Readonly<Record<string, unknown>>): ChunkKind | undefined {
  for (const [key, kind] of TEXTS) {
    const text = block[key];
    if (typeof text === 'string' && String(block['type']).startsWith(key)) return { kind, text };
  }
  return undefined;
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
  return [generationInfo, metadata].some(
    (told) =>
      isDict(told) &&
      (typeof told['finish_reason'] === 'string' || typeof told['stop_reason'] === 'string'),
  );
}

/** The chunk itself where it tells one thing, else one chunk for each thing it tells. */
export function splitChunk(chunk: GenerationChunk): readonly GenerationChunk[] {
  if (kindsOf(chunk).length < 2) return [chunk];
  const { message } = chunk;
  const [told, rest] = [textsBeside(message), { ...message.additional_kwargs }];
  const beside = told.map(({ field }) => ({ [field]: rest[field] }));
  for (const { field } of told) delete rest[field];
  const blocks: unknown[] = Array.isArray(message.content) ? message.content : [];
  const parts = [
    ...beside.map((field) => ({ content: '', additional_kwargs: field })),
    ...(typeof message.content === 'string' && message.content !== ''
      ? [{ content: message.content }]
      : []),
    ...blocks.map((block) => ({ content: [block] })),
    ...callChunks(chunk).map((call) => ({ content: '', tool_call_chunks: [call] })),
  ].map((fields) => part(fields, message.id, pickIndices(chunk.generationInfo)));
  const last = {
    content: '',
    additional_kwargs: rest,
    response_metadata: message.response_metadata,
    usage_metadata: answerIn(message).usage_metadata,
  };
  return [...parts, part(last, message.id, chunk.generationInfo)];
}

function pickIndices(info: GenerationChunk['generationInfo']): object {
  const { prompt, completion } = info ?? {};
  return { ...(prompt === undefined ? undefined : { prompt, completion }) };
}

function part(fields: object, id: string | undefined, info: object | undefined): GenerationChunk {
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

/** The same delta with another text, and with nothing that tells the original text once more. */
export function withText(chunk: GenerationChunk, text: string): GenerationChunk {
  const { message } = chunk;
  const [call] = callChunks(chunk);
  const [block] = Array.isArray(message.content) ? (message.content as unknown[]) : [];
  const [beside] = textsBeside(message);
  const fields =
    call !== undefined
      ? { content: '', tool_call_chunks: [{ ...call, args: text }] }
      : beside === undefined
        ? { content: isDict(block) ? [blockWith(block, text)] : text }
        : besideWith(beside, text);
  return part(fields, message.id, withoutContent(chunk.generationInfo));
}

/** What is spoken cannot be spoken anew: the text stands for it. */
function besideWith({ kind, field }: BesideText, text: string): object {
  if (field === 'audio') return { content: text };
  const name = kind === 'reasoning' ? 'reasoning_content' : field;
  return { content: '', additional_kwargs: { [name]: text } };
}

function blockWith(block: Readonly<Record<string, unknown>>, text: string): object {
  const { type, id, index } = block;
  return { ...omitUndefined({ type, id, index }), [textKey(block)]: text };
}

/** The end of an answer that hooks changed on its way: why it ended and what it cost. */
export function withoutOriginal(chunk: GenerationChunk): GenerationChunk {
  const { message, generationInfo } = chunk;
  const fields = {
    content: '',
    response_metadata: withoutContent(message.response_metadata),
    usage_metadata: answerIn(message).usage_metadata,
  };
  return part(fields, message.id, withoutContent(generationInfo));
}

/** The same piece of a call at another place among the blocks. */
export function withCallIndex(chunk: GenerationChunk, index: number): GenerationChunk {
  const pieces = callChunks(chunk).map((call) => ({ ...call, index }));
  const { message, generationInfo } = chunk;
  return part({ content: '', tool_call_chunks: pieces }, message.id, generationInfo);
}

function textKey(block: Readonly<Record<string, unknown>>): string {
  return TEXTS.find(([key]) => typeof block[key] === 'string')?.[0] ?? 'text';
}

/** A chunk made here. */
export const makeChunk: typeof part = part;
