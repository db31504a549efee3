import type { Copy } from '@interpose/adapter-kit';
import type { ModelResponse, Part } from '@interpose/core';
import { readContent } from '../translate/content-to-contract.ts';
import type { NativeContent, NativeStreamPart } from '../translate/native.ts';
import { blockOrigins } from '../translate/origins.ts';
import { answerOf } from '../translate/response-to-contract.ts';

interface Block {
  readonly kind: 'text' | 'reasoning' | 'tool-call' | 'content';
  readonly parts: NativeStreamPart[];
  text: string;
}

type FinishPart = Extract<NativeStreamPart, { type: 'finish' }>;

/** Returns the answer that these stream parts add up to. Each of its parts remembers the stream parts it came from. */
export function collectStream(parts: readonly NativeStreamPart[], copy: Copy): ModelResponse {
  const blocks = new Map<unknown, Block>();
  let finish: FinishPart | undefined;
  for (const part of parts) {
    if (part.type === 'finish') finish = part;
    else addPart(blocks, part);
  }
  const content = [...blocks.values()].flatMap((block) => {
    const neutral = partOf(block, copy);
    return neutral === undefined ? [] : [blockOrigins.remember(neutral, block.parts)];
  });
  return answerOf(content, parts, finish, copy);
}

function addPart(blocks: Map<unknown, Block>, part: NativeStreamPart): void {
  switch (part.type) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
      extend(blocks, 'text', part.id, part);
      break;
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      extend(blocks, 'reasoning', part.id, part);
      break;
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
      extend(blocks, 'tool-call', part.id, part);
      break;
    case 'tool-call':
      extend(blocks, 'tool-call', part.toolCallId, part);
      break;
    case 'stream-start':
    case 'response-metadata':
    case 'raw':
    case 'error':
    case 'finish':
    case 'ping':
      break;
    default:
      blocks.set(part, { kind: 'content', parts: [part], text: '' });
  }
}

function extend(
  blocks: Map<unknown, Block>,
  kind: Block['kind'],
  id: string,
  part: NativeStreamPart,
): void {
  const key = `${kind}:${id}`;
  const open = blocks.get(key);
  const block = open === undefined || closed(open) ? { kind, parts: [], text: '' } : open;
  if (block !== open) {
    // A provider may use an id again in one answer: the finished block keeps its place, under another key.
    blocks.delete(key);
    if (open !== undefined) blocks.set(open, open);
    blocks.set(key, block);
  }
  block.parts.push(part);
  if ('delta' in part && typeof part.delta === 'string') block.text += part.delta;
}

function closed({ kind, parts }: Block): boolean {
  const last = parts.at(-1)?.type;
  return last === (kind === 'tool-call' ? 'tool-call' : `${kind}-end`);
}

function partOf({ kind, parts, text }: Block, copy: Copy): Part | undefined {
  if (kind === 'text' || kind === 'reasoning') return { type: kind, text };
  const last = parts.at(-1);
  if (kind === 'content') return readContent(last as NativeContent, copy);
  return last?.type === 'tool-call' ? readContent(last, copy) : undefined;
}
