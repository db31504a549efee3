import {
  plainText,
  REASONING_FIELDS,
  reasoningOf,
} from '../../translate/chat/message-to-contract.ts';
import { FRAME, frameOf } from '../../translate/chat/refusal.ts';
import { dictsOf, isDict, keptOf, textOf, type Body } from '../../translate/native.ts';
import { eventOf, type SsePart } from '../sse/part.ts';

/** The one thing that a chunk of a streamed completion adds, once it passed `splitChunk`. */
export type ChunkContent =
  | {
      readonly kind: 'text' | 'refusal' | 'reasoning' | 'transcript';
      readonly choice: number;
      readonly text: string;
    }
  /** Annotations or audio, which repeat a text in another form or say where it is from. */
  | { readonly kind: 'beside'; readonly choice: number; readonly of: 'text' | 'transcript' }
  | { readonly kind: 'call'; readonly choice: number; readonly call: Body }
  | { readonly kind: 'finish'; readonly choice: number }
  | { readonly kind: 'usage' }
  | { readonly kind: 'opening' | 'other'; readonly choice: number };

const TEXTS = [
  ['text', 'content'],
  ['refusal', 'refusal'],
] as const;

/** Returns what a chunk adds; undefined for an event that is no chunk. */
export function contentOf({ data: chunk }: SsePart): ChunkContent | undefined {
  if (!Array.isArray(chunk?.['choices'])) return undefined;
  const first = firstDict(chunk['choices']);
  if (first === undefined)
    return isDict(chunk['usage']) ? { kind: 'usage' } : { kind: 'opening', choice: 0 };
  const choice = typeof first['index'] === 'number' ? first['index'] : 0;
  const delta = isDict(first['delta']) ? first['delta'] : {};
  const call = firstDict(delta['tool_calls']);
  if (call !== undefined) return { kind: 'call', choice, call };
  if (isDict(delta[LEGACY])) return { kind: 'call', choice, call: legacyCall(delta[LEGACY]) };
  for (const [kind, field] of TEXTS) {
    const text = plainText(delta[field]);
    if (text) return { kind, choice, text };
  }
  const thought = reasoningOf(delta);
  if (thought !== '') return { kind: 'reasoning', choice, text: thought };
  const { audio, annotations } = delta;
  const spoken = isDict(audio) ? textOf(audio['transcript']) : undefined;
  if (spoken) return { kind: 'transcript', choice, text: spoken };
  if (isDict(audio)) return { kind: 'beside', choice, of: 'transcript' };
  if (Array.isArray(annotations)) return { kind: 'beside', choice, of: 'text' };
  if (typeof first['finish_reason'] === 'string') return { kind: 'finish', choice };
  return { kind: addedFields(delta).length === 0 ? 'opening' : 'other', choice };
}

/** Returns the fields of a delta that add something. */
export function addedFields(delta: Body): readonly string[] {
  return Object.keys(delta).filter((field) => field !== 'role' && !isNothing(delta[field]));
}

/** Whether a value adds nothing. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function firstDict(list: unknown): Body | undefined {
  return Array.isArray(list) ? list.find(isDict) : undefined;
}

function legacyCall(call: Body): Body {
  return { index: 0, id: LEGACY, type: LEGACY, function: call };
}

/** The field of the older form of a call, which has no id. */
export const LEGACY = 'function_call';

/** Returns where a call has its input: a custom tool has a free `input`, a function its `arguments`. */
export function inputOf({
  type,
  custom,
  function: plain,
}: Body): readonly [kind: string, field: string, called: Body] {
  if (isDict(custom) && (type === 'custom' || !isDict(plain))) return ['custom', 'input', custom];
  return ['function', 'arguments', isDict(plain) ? plain : {}];
}

/** Returns the event with another text in place of the one that it adds. */
export function writeChunk(part: SsePart, text: string): SsePart {
  const bare = bareChunk(part);
  const { data } = bare;
  const [choice] = dictsOf(data?.['choices']);
  const content = contentOf(bare);
  if (choice === undefined || content === undefined) return bare;
  const delta = isDict(choice['delta']) ? choice['delta'] : {};
  return eventOf({
    ...data,
    choices: [{ ...choice, delta: { ...delta, ...textField(content, delta, text) } }],
  });
}

/** The known fields of a choice. */
const CHOICE = ['index', 'delta', 'finish_reason', 'logprobs'];

/** Returns the event without unknown fields: they may repeat a text that hooks changed. */
export function knownChunk(part: SsePart): SsePart {
  const { data } = part;
  if (!Array.isArray(data?.['choices'])) return part;
  const { usage, ...frame } = keptOf(data, [...FRAME, 'usage']);
  const given = dictsOf(data['choices']);
  const choices = given.map((choice) => keptOf(choice, CHOICE));
  const known = { ...frame, choices, ...(usage === undefined ? undefined : { usage }) };
  const isKnown =
    sizeOf(known) === sizeOf(data) &&
    choices.every((choice, at) => sizeOf(choice) === sizeOf(given[at]!));
  return isKnown ? part : { ...eventOf(known), from: part };
}

function sizeOf(body: Body): number {
  return Object.keys(body).length;
}

/** Returns the event without anything that may repeat a text that hooks changed. */
export function bareChunk(part: SsePart): SsePart {
  const { data } = part;
  const [choice] = dictsOf(data?.['choices']);
  const content = contentOf(part);
  if (data === undefined || choice === undefined || content === undefined) return knownChunk(part);
  const { index, delta, finish_reason } = choice;
  const kept = content.kind === 'beside' || content.kind === 'other' ? {} : delta;
  const bare = eventOf({ ...frameOf(data), choices: [{ index, delta: kept, finish_reason }] });
  return { ...bare, from: part };
}

function textField(content: ChunkContent, delta: Body, text: string): Body {
  switch (content.kind) {
    case 'text':
      return { content: text };
    case 'refusal':
      return { refusal: text };
    case 'reasoning': {
      const fields = REASONING_FIELDS.filter((name) => typeof delta[name] === 'string');
      const named = fields.length === 0 ? ['reasoning'] : fields;
      const said = named.map((name) => [name, text] as const);
      return { reasoning_details: undefined, ...Object.fromEntries(said) };
    }
    case 'transcript':
      return {
        audio: {
          ...(isDict(delta['audio']) ? delta['audio'] : {}),
          data: undefined,
          transcript: text,
        },
      };
    case 'call': {
      const [kind, field, called] = inputOf(content.call);
      const written = { ...called, [field]: text };
      if (content.call['type'] === LEGACY) return { [LEGACY]: written };
      return { tool_calls: [{ ...content.call, [kind]: written }] };
    }
    default:
      return {};
  }
}

/** Returns the index of the call that a delta belongs to. */
export function callIndex(call: Body): number {
  return typeof call['index'] === 'number' ? call['index'] : 0;
}

/** Returns a new chunk; `frame` has the fields that all chunks of its answer share. */
export function chunkOf(
  frame: Body,
  delta: Body,
  finish: string | null = null,
  choice = 0,
): SsePart {
  const choices = [{ index: choice, delta, logprobs: null, finish_reason: finish }];
  return eventOf({ ...frame, choices });
}
