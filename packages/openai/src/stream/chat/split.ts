import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

/** What one chunk of a streamed completion adds: after `splitChunk` it is one thing. */
export type ChunkContent =
  | {
      readonly kind: 'text' | 'refusal' | 'reasoning';
      readonly choice: number;
      readonly text: string;
    }
  | { readonly kind: 'call'; readonly choice: number; readonly call: Body }
  | { readonly kind: 'finish'; readonly choice: number }
  | { readonly kind: 'usage' }
  | { readonly kind: 'other'; readonly choice: number };

const REASONING = ['reasoning_content', 'reasoning'] as const;
const TEXTS = [
  ['text', 'content'],
  ['refusal', 'refusal'],
] as const;

/** What this chunk adds; undefined for an event that is no chunk. */
export function contentOfChunk(chunk: Body): ChunkContent | undefined {
  if (!Array.isArray(chunk['choices'])) return undefined;
  const first = firstDict(chunk['choices']);
  if (first === undefined)
    return isDict(chunk['usage']) ? { kind: 'usage' } : { kind: 'other', choice: 0 };
  const choice = typeof first['index'] === 'number' ? first['index'] : 0;
  const delta = isDict(first['delta']) ? first['delta'] : {};
  const call = firstDict(delta['tool_calls']);
  if (call !== undefined) return { kind: 'call', choice, call };
  if (isDict(delta['function_call']))
    return { kind: 'call', choice, call: legacyCall(delta['function_call']) };
  for (const [kind, field] of TEXTS) {
    const text = textOf(delta[field]);
    if (text) return { kind, choice, text };
  }
  const thought = REASONING.map((field) => textOf(delta[field])).find(Boolean);
  if (thought !== undefined) return { kind: 'reasoning', choice, text: thought };
  return typeof first['finish_reason'] === 'string'
    ? { kind: 'finish', choice }
    : { kind: 'other', choice };
}

function firstDict(list: unknown): Body | undefined {
  return Array.isArray(list) ? list.find(isDict) : undefined;
}

function legacyCall(call: Body): Body {
  return { index: 0, id: 'function_call', type: 'function', function: call };
}

/** A chunk as events that add one thing each; most are one already, and stay the very event. */
export function splitChunk(part: SsePart): readonly SsePart[] {
  const { data } = part;
  if (data === undefined || !Array.isArray(data['choices']) || addsOneText(data)) return [part];
  const pieces = dictsOf(data['choices']).flatMap((choice) => splitChoice(choice));
  const counts = isDict(data['usage']) && pieces.length > 0;
  if (pieces.length <= 1 && !counts) return [part];
  const { usage, ...rest } = data;
  const events = pieces.map((choice) => eventOf({ ...rest, choices: [choice] }));
  return counts ? [...events, eventOf({ ...rest, choices: [], usage })] : events;
}

/** True for what most chunks are, found without taking them apart: one choice that adds a text, or nothing. */
function addsOneText({ choices, usage }: Body): boolean {
  const [choice, second] = choices as readonly unknown[];
  if (second !== undefined || isDict(usage) || !isDict(choice)) return false;
  const { delta, finish_reason: finish } = choice;
  if (typeof finish === 'string' || !isDict(delta)) return false;
  let added = 0;
  for (const field in delta) if (field !== 'role' && !isNothing(delta[field])) added++;
  return added <= 1 && isNothing(delta['tool_calls']);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** The fields of a delta that add something, one choice for each; the role goes with the first. */
function splitChoice(choice: Body): readonly Body[] {
  const { delta: given, finish_reason: finish, logprobs, ...rest } = choice;
  const delta = isDict(given) ? given : {};
  const added = Object.entries(delta).flatMap(([field, value]) => splitField(field, value));
  const ends = typeof finish === 'string';
  if (added.length + (ends ? 1 : 0) <= 1) return [choice];
  const role = delta['role'] === undefined ? undefined : { role: delta['role'] };
  const pieces: Body[] = added.map((field, index) => ({
    ...rest,
    delta: index === 0 ? { ...role, ...field } : field,
    ...('content' in field ? { logprobs } : undefined),
    finish_reason: null,
  }));
  return ends ? [...pieces, { ...rest, delta: {}, finish_reason: finish }] : pieces;
}

function splitField(field: string, value: unknown): readonly Body[] {
  if (field === 'role' || isNothing(value)) return [];
  if (field !== 'tool_calls') return [{ [field]: value }];
  return dictsOf(value)
    .flatMap(splitCall)
    .map((call) => ({ tool_calls: [call] }));
}

/** Id and name first, so that arguments may be held back or changed without them. */
function splitCall(call: Body): readonly Body[] {
  const called = isDict(call['function']) ? call['function'] : {};
  const args = textOf(called['arguments']) ?? '';
  if (args === '' || textOf(called['name']) === undefined) return [call];
  return [
    { ...call, function: { ...called, arguments: '' } },
    { index: call['index'], function: { arguments: args } },
  ];
}

/** The same event with another text in the place of what it adds. */
export function writeChunk(part: SsePart, text: string): SsePart {
  const { data } = part;
  const [first] = dictsOf(data?.['choices']);
  const content = data === undefined ? undefined : contentOfChunk(data);
  if (data === undefined || first === undefined || content === undefined) return part;
  // They would spell the text that was changed.
  const { logprobs: _spelled, ...choice } = first;
  const delta = isDict(choice['delta']) ? choice['delta'] : {};
  return eventOf({
    ...data,
    choices: [{ ...choice, delta: { ...delta, ...textField(content, delta, text) } }],
  });
}

function textField(content: ChunkContent, delta: Body, text: string): Body {
  switch (content.kind) {
    case 'text':
      return { content: text };
    case 'refusal':
      return { refusal: text };
    case 'reasoning':
      return Object.fromEntries(
        REASONING.filter((name) => name in delta).map((name) => [name, text]),
      );
    case 'call': {
      const called = isDict(content.call['function']) ? content.call['function'] : {};
      return { tool_calls: [{ ...content.call, function: { ...called, arguments: text } }] };
    }
    default:
      return {};
  }
}

/** Which call of the answer a delta of one belongs to. */
export function callIndex(call: Body): number {
  return typeof call['index'] === 'number' ? call['index'] : 0;
}
