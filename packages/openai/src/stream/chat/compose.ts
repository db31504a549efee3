import type { ModelResponse, Part } from '@interpose/core';
import { writeArguments } from '../../translate/arguments.ts';
import { blocksOf, collectChunks, type Block } from './collect.ts';
import { callIndex, contentOfChunk } from './split.ts';
import { textIn } from '../../translate/chat/message-from-contract.ts';
import type { ChunkReader } from './reader.ts';
import { finishReasonOf, usageOf } from '../../translate/chat/request-from-contract.ts';
import { dictsOf, isDict, type Copy } from '../../translate/native.ts';
import { blockOrigins } from '../../translate/origins.ts';
import { DONE, eventOf, type SsePart } from '../sse/part.ts';

/** The events of a changed or supplied answer; a part that hooks left alone is replayed as its own. */
export function composeChunks(
  reader: ChunkReader,
  response: ModelResponse,
  original: readonly SsePart[],
  copy: Copy,
): readonly SsePart[] {
  const blocks = blocksOf(original);
  const before = original.length === 0 ? undefined : collectChunks(original, copy);
  const same = before?.content.length === response.content.length;
  const choices = response.content.map((_, index) => (same ? (blocks[index]?.choice ?? 0) : 0));
  const opening = original.filter((part) => isOpening(part));
  let calls = 0;
  const content = response.content.flatMap((part, index) => {
    const place = part.type === 'tool-call' ? calls++ : 0;
    return partEvents(reader, part, { place, choice: choices[index] ?? 0, blocks });
  });
  return [
    ...(opening.length > 0 ? opening : [reader.chunk({ role: 'assistant', content: '' })]),
    ...content,
    ...ending(reader, response, original, [...new Set([0, ...choices])]),
    DONE,
  ];
}

function ending(
  reader: ChunkReader,
  response: ModelResponse,
  original: readonly SsePart[],
  choices: readonly number[],
): readonly SsePart[] {
  const kinds = original.map(({ data }) => (data === undefined ? undefined : contentOfChunk(data)));
  const finishes = choices.map((choice) => {
    const index = kinds.findIndex((kind) => kind?.kind === 'finish' && kind.choice === choice);
    const like = dictsOf(original[index]?.data?.['choices'])[0];
    const reason = finishReasonOf(response, response.content, like);
    return like?.['finish_reason'] === reason && original[index] !== undefined
      ? original[index]
      : reader.chunk({}, String(reason), choice);
  });
  const counted = original.findLast(({ data }) => isDict(data?.['usage']));
  const { usage } = usageOf(response, counted?.data);
  if (usage === undefined) return finishes;
  if (counted !== undefined && counted.data?.['usage'] === usage) return [...finishes, counted];
  return [...finishes, eventOf({ ...reader.frame, choices: [], usage })];
}

function partEvents(
  reader: ChunkReader,
  part: Part,
  { place, choice, blocks }: Place,
): readonly SsePart[] {
  const own = blockOrigins.of(part) as readonly SsePart[] | undefined;
  switch (part.type) {
    case 'text':
    case 'data':
      return own ?? [reader.chunk({ content: textIn([part]) }, null, choice)];
    case 'reasoning':
      return own ?? [reader.chunk({ reasoning_content: part.text }, null, choice)];
    case 'tool-call':
      return own?.every((event) => indexOf(event) === place)
        ? own
        : callEvents(reader, part, { place, choice, blocks });
    default:
      return own ?? [];
  }
}

function callEvents(
  reader: ChunkReader,
  part: Extract<Part, { type: 'tool-call' }>,
  { place, choice, blocks }: Place,
): readonly SsePart[] {
  const like = blocks.find((block) => block.kind === 'call' && block.call['id'] === part.id);
  const opening = { index: place, id: part.id, type: like?.call['type'] ?? 'function' };
  if (opening.type === 'custom') {
    const { input } = part.args;
    const custom = {
      name: part.name,
      input: typeof input === 'string' ? input : JSON.stringify(part.args),
    };
    return [reader.chunk({ tool_calls: [{ ...opening, custom }] }, null, choice)];
  }
  const text = writeArguments(part.args, like?.text);
  const named = { name: part.name, arguments: '' };
  return [
    reader.chunk({ tool_calls: [{ ...opening, function: named }] }, null, choice),
    reader.chunk({ tool_calls: [{ index: place, function: { arguments: text } }] }, null, choice),
  ];
}

interface Place {
  /** Which call of the answer this is. */
  readonly place: number;
  readonly choice: number;
  readonly blocks: readonly Block[];
}

function isOpening({ data }: SsePart): boolean {
  return data !== undefined && contentOfChunk(data)?.kind === 'other';
}

function indexOf({ data }: SsePart): unknown {
  const content = data === undefined ? undefined : contentOfChunk(data);
  return content?.kind === 'call' ? callIndex(content.call) : undefined;
}
