import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

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
