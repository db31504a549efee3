import type { ModelResponse, Part, ToolCallPart } from '@interpose/core';
import { formatArguments } from '@interpose/adapter-kit';
import { freeInput, textIn } from '../../translate/content-from-contract.ts';
import { finishReasonOf, usageOf } from '../../translate/chat/response-from-contract.ts';
import { finishWord } from '../../translate/chat/response-to-contract.ts';
import { dictsOf, isDict, type Body } from '../../translate/native.ts';
import { blockOrigins } from '../../translate/origins.ts';
import { DONE, eventOf, type SsePart } from '../sse/part.ts';
import { blocksOf, finishOf, type Block } from './collect.ts';
import { bareChunk, callIndex, chunkOf, contentOf, knownChunk, LEGACY } from './texts.ts';

/** Returns the events of a changed or supplied answer; a part that hooks left alone is sent as its own events. */
export function composeChunks(
  frame: Body,
  response: ModelResponse,
  original: readonly SsePart[],
): readonly SsePart[] {
  const blocks = blocksOf(original);
  const choices = choicesOf(response.content, blocks);
  const calls: number[] = [];
  const content = response.content.flatMap((part, index) => {
    const choice = choices[index] ?? 0;
    const place = calls[choice] ?? 0;
    if (part.type === 'tool-call') calls[choice] = place + 1;
    return partEvents(frame, part, { place, choice, blocks });
  });
  // A choice of which nothing is left ends too: callers wait for it.
  const begun = original.map((event) => choiceOf(event) ?? 0);
  const all = [...new Set([0, ...begun])].map((choice) => ({
    choice,
    parts: response.content.filter((_, index) => choices[index] === choice),
  }));
  return [
    ...all.map(({ choice }) => openingOf(frame, original, choice)),
    ...content,
    ...ending(frame, response, original, all),
    DONE,
  ];
}

/** Returns the choice of each part: by its place if their number is the same, else that of its events or its call. */
function choicesOf(content: readonly Part[], blocks: readonly Block[]): readonly number[] {
  if (blocks.length === content.length) return blocks.map(({ choice }) => choice);
  let last = 0;
  return content.map((part) => {
    const [event] = (blockOrigins.of(part) as readonly SsePart[] | undefined) ?? [];
    const like = blocks.find(({ call }) => part.type === 'tool-call' && call['id'] === part.id);
    return (last = (event === undefined ? like?.choice : choiceOf(event)) ?? last);
  });
}

function choiceOf(event: SsePart): number | undefined {
  const content = contentOf(event);
  return content !== undefined && 'choice' in content ? content.choice : undefined;
}

/** What is left of a choice. */
interface Left {
  readonly choice: number;
  readonly parts: readonly Part[];
}

/** Returns the event with the role of a choice, which precedes its content. */
function openingOf(frame: Body, original: readonly SsePart[], choice: number): SsePart {
  const own = original.find((part) => {
    const content = contentOf(part);
    const isOpening = content?.kind === 'opening' && dictsOf(part.data?.['choices']).length > 0;
    return isOpening && content.choice === choice;
  });
  if (own !== undefined) return bareChunk(own);
  return chunkOf(frame, { role: 'assistant', content: '' }, null, choice);
}

function ending(
  frame: Body,
  response: ModelResponse,
  original: readonly SsePart[],
  choices: readonly Left[],
): readonly SsePart[] {
  const kinds = original.map(contentOf);
  const stops = response.finishReason === finishOf(original, blocksOf(original));
  const finishes = choices.map(({ choice, parts }) => {
    const index = kinds.findIndex((kind) => kind?.kind === 'finish' && kind.choice === choice);
    const like = dictsOf(original[index]?.data?.['choices'])[0];
    const isOwn = stops && like !== undefined;
    const ended = isOwn ? { ...response, finishReason: finishWord(like) } : response;
    const reason = finishReasonOf(ended, parts, like);
    return like?.['finish_reason'] === reason && original[index] !== undefined
      ? bareChunk(original[index])
      : chunkOf(frame, {}, String(reason), choice);
  });
  const counted = original.findLast(({ data }) => isDict(data?.['usage']));
  const { usage } = usageOf(response, counted?.data);
  if (usage === undefined) return finishes;
  if (counted !== undefined && counted.data?.['usage'] === usage)
    return [...finishes, knownChunk(counted)];
  return [...finishes, eventOf({ ...frame, choices: [], usage })];
}

function partEvents(frame: Body, part: Part, { place, choice, blocks }: Place): readonly SsePart[] {
  const own = (blockOrigins.of(part) as readonly SsePart[] | undefined)?.map(knownChunk);
  switch (part.type) {
    case 'text':
    case 'data':
      return own ?? [chunkOf(frame, { content: textIn([part]) }, null, choice)];
    case 'reasoning':
      return own ?? [chunkOf(frame, { reasoning_content: part.text }, null, choice)];
    case 'tool-call':
      return own?.every((event) => indexOf(event) === place)
        ? own
        : callEvents(frame, part, { place, choice, blocks });
    default:
      return own ?? [];
  }
}

function callEvents(
  frame: Body,
  part: ToolCallPart,
  { place, choice, blocks }: Place,
): readonly SsePart[] {
  const like = blocks.find((block) => block.kind === 'call' && block.call['id'] === part.id);
  const opening = { index: place, id: part.id, type: like?.call['type'] ?? 'function' };
  if (opening.type === 'custom') {
    const custom = { name: part.name, input: freeInput(part.args) };
    return [chunkOf(frame, { tool_calls: [{ ...opening, custom }] }, null, choice)];
  }
  const text = formatArguments(part.args, like?.text);
  if (opening.type === LEGACY) {
    const called = { name: part.name, arguments: text };
    return [chunkOf(frame, { [LEGACY]: called }, null, choice)];
  }
  const named = { name: part.name, arguments: '' };
  return [
    chunkOf(frame, { tool_calls: [{ ...opening, function: named }] }, null, choice),
    chunkOf(frame, { tool_calls: [{ index: place, function: { arguments: text } }] }, null, choice),
  ];
}

interface Place {
  /** The place of a call among the calls of its choice. */
  readonly place: number;
  readonly choice: number;
  readonly blocks: readonly Block[];
}

function indexOf(part: SsePart): unknown {
  const content = contentOf(part);
  return content?.kind === 'call' ? callIndex(content.call) : undefined;
}
