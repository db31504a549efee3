import { isDict } from '@interpose/adapter-kit';
import { listIn, type NativeMessage } from '../native.ts';

/** A text that a provider sends beside the content of its answer, and the name of the field. */
export interface BesideText {
  readonly kind: 'text' | 'reasoning';
  readonly field: string;
  readonly text: string;
}

/** The fields with such texts: reasoning, a refusal by the provider's model, and speech. */
const FIELDS = [
  ['reasoning', 'reasoning_content'],
  ['reasoning', 'reasoning'],
  ['text', 'refusal'],
  ['text', 'audio'],
] as const;

/** The fields beside the content that are read of a message. If one of them changes, the message is read again. */
export const BESIDE: readonly string[] = [
  ...FIELDS.map(([, field]) => field),
  'function_call',
  'tool_outputs',
];

function textIn(field: string, value: unknown): unknown {
  if (field === 'audio') return isDict(value) ? value['transcript'] : undefined;
  return field === 'reasoning' && isDict(value) ? summaryOf(value) : value;
}

/** Returns the texts beside the content of this message, reasoning first, without those that repeat the content. */
export function textsBeside({
  additional_kwargs: beside,
  content,
}: Pick<NativeMessage, 'additional_kwargs' | 'content'>): readonly BesideText[] {
  let texts: BesideText[] | undefined;
  // This runs for every chunk of a stream, and most chunks have nothing beside their content.
  for (const [kind, field] of FIELDS) {
    const value = beside[field];
    const text = value === undefined ? undefined : textIn(field, value);
    if (typeof text !== 'string' || text === '') continue;
    if (kind === 'reasoning' && isThoughtIn(content, text)) continue;
    (texts ??= []).push({ kind, field, text });
  }
  return texts ?? NONE;
}

/** Returns the fields beside the content of this message that repeat the content. */
export function repeatedBeside({ additional_kwargs: beside, content }: NativeMessage): object {
  const repeated = textsBeside({ additional_kwargs: beside, content: '' }).filter(
    ({ kind, text }) => kind === 'reasoning' && isThoughtIn(content, text),
  );
  return Object.fromEntries(repeated.map(({ field }) => [field, beside[field]]));
}

/** Whether the content has this reasoning as well, as it is with some providers. */
function isThoughtIn(content: unknown, text: string): boolean {
  const thoughts = listIn(content).map((block) => (isDict(block) ? block['reasoning'] : undefined));
  return thoughts.filter((thought) => typeof thought === 'string').join('\n') === text;
}

const NONE: readonly never[] = Object.freeze([]);

function summaryOf({ summary }: Readonly<Record<string, unknown>>): string {
  const texts = listIn(summary).map((part) => (isDict(part) ? part['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
