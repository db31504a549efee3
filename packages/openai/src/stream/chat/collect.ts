import { parseArguments } from '@interpose/adapter-kit';
import type { ModelResponse, Part } from '@interpose/core';
import { callIndex, contentOf, inputOf, type ChunkContent } from './texts.ts';
import {
  dictsOf,
  isDict,
  parseBody,
  textOf,
  type Body,
  type Copy,
} from '../../translate/native.ts';
import { blockOrigins } from '../../translate/origins.ts';
import type { SsePart } from '../sse/part.ts';
import { finishWord } from '../../translate/chat/response-to-contract.ts';
import { answerOf } from '../../translate/answers.ts';

/** One text, reasoning or call of a streamed completion. */
export interface Block {
  readonly kind: 'text' | 'refusal' | 'reasoning' | 'transcript' | 'call';
  readonly choice: number;
  readonly parts: SsePart[];
  text: string;
  readonly call: Record<string, string>;
  /** Whether the text may be whole arguments; to parse them at each piece would make long streams slow. */
  closes: boolean;
}

/** Returns the blocks that these events add up to, choice by choice, in the order in which they began. */
export function blocksOf(parts: readonly SsePart[]): readonly Block[] {
  const open = new Map<string, Block>();
  const blocks: Block[] = [];
  for (const part of parts) {
    const content = contentOf(part);
    if (content === undefined || NO_BLOCKS.includes(content.kind)) continue;
    const block = blockOf(open, content as BlockContent);
    if (block.parts.length === 0) blocks.push(block);
    extend(block, content as BlockContent, part);
  }
  return blocks.toSorted((first, second) => first.choice - second.choice);
}

type BlockContent = Extract<ChunkContent, { kind: Block['kind'] | 'beside' }>;

const NO_BLOCKS: readonly string[] = ['finish', 'usage', 'opening', 'other'];

/** Returns the block that a content belongs to, which is a new one if nothing was added to it yet. */
function blockOf(open: Map<string, Block>, content: BlockContent): Block {
  const { choice } = content;
  const kind = content.kind === 'beside' ? content.of : content.kind;
  const call = content.kind === 'call' ? content.call : undefined;
  const key = `${kind} ${choice}${call === undefined ? '' : ` ${callIndex(call)}`}`;
  const known = open.get(key);
  if (known !== undefined && (call === undefined || !isAnother(known, call))) return known;
  const block: Block = { kind, choice, parts: [], text: '', call: {}, closes: false };
  open.set(key, block);
  return block;
}

function extend(block: Block, content: BlockContent, part: SsePart): void {
  block.parts.push(part);
  if (content.kind === 'call') addCall(block, content.call);
  else if (content.kind !== 'beside') block.text += content.text;
}

/** Whether a delta begins another call than the one of its index: some services give all of them the same index, or none. */
function isAnother({ call: known, text, closes }: Block, call: Body): boolean {
  const [, , called] = inputOf(call);
  const [id, name] = [textOf(call['id']) || known['id'], textOf(called['name']) || known['name']];
  if (!textOf(called['name']) || (id === known['id'] && call['id'])) return false;
  // Others give each piece of one call another id, so the id alone says nothing.
  if (id !== known['id'] && name !== known['name']) return true;
  return closes && parseBody(text) !== undefined;
}

function addCall(block: Block, call: Body): void {
  const { id, type } = call;
  const { name, arguments: args, input } = inputOf(call)[2];
  if (name && name !== (block.call['name'] ?? name)) renamed.add(block.parts);
  for (const [field, value] of Object.entries({ id, type, name }))
    if (typeof value === 'string' && value !== '') block.call[field] = value;
  const piece = textOf(args) ?? textOf(input) ?? '';
  block.text += piece;
  if (piece.trim() !== '') block.closes = piece.trimEnd().endsWith('}');
}

/** The events of the calls that got another name later. */
const renamed = new WeakSet<readonly object[]>();

/** Whether a call got two names: callers take the first one, the last one, or both as one, so nobody knows what it calls. */
export function isRenamed(part: Part): boolean {
  const events = blockOrigins.of(part);
  return events !== undefined && renamed.has(events);
}

/** Returns the answer that these events add up to; every part remembers the events that it was made from. */
export function collectChunks(parts: readonly SsePart[], copy: Copy): ModelResponse {
  const blocks = blocksOf(parts);
  return answerOf(
    blocks.map((block) => blockOrigins.remember(partOf(block, copy), block.parts)),
    parts.flatMap(({ data }) => annotationsIn(data)),
    finishOf(parts, blocks),
    parts.findLast(({ data }) => isDict(data?.['usage']))?.data?.['usage'],
  );
}

function annotationsIn(data: Body | undefined): readonly Body[] {
  return dictsOf(data?.['choices']).flatMap(({ delta }) =>
    isDict(delta) ? dictsOf(delta['annotations']) : [],
  );
}

/** Returns why the model stopped, in the word of the contract. */
export function finishOf(parts: readonly SsePart[], blocks: readonly Block[]): string {
  if (blocks.some(({ kind }) => kind === 'refusal')) return 'content-filter';
  const last = parts.findLast((part) => contentOf(part)?.kind === 'finish');
  return finishWord(dictsOf(last?.data?.['choices'])[0]);
}

function partOf({ kind, text, call }: Block, copy: Copy): Part {
  if (kind === 'reasoning') return { type: 'reasoning', text };
  if (kind === 'transcript' && text === '') return { type: 'other', kind: 'audio' };
  if (kind !== 'call') return { type: 'text', text };
  const args = call['type'] === 'custom' ? { input: text } : parseArguments(text);
  return { type: 'tool-call', id: call['id'] ?? '', name: call['name'] ?? '', args: copy(args) };
}
