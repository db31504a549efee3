import { isDict } from '@interpose/adapter-kit';
import { listIn, type NativeMessage } from './native.ts';

/** A text that a provider sends beside the content of its answer, and the field in which it stands. */
export interface BesideText {
  readonly kind: 'text' | 'reasoning';
  readonly field: string;
  readonly text: string;
}

/** Each field with such a text, and how it is read. */
const FIELDS: readonly (readonly [BesideText['kind'], string, (value: unknown) => unknown])[] = [
  ['reasoning', 'reasoning_content', (value) => value],
  ['reasoning', 'reasoning', (value) => (isDict(value) ? summaryOf(value) : value)],
  // A refusal of the provider's model, and what it speaks.
  ['text', 'refusal', (value) => value],
  ['text', 'audio', (value) => (isDict(value) ? value['transcript'] : undefined)],
];

/** The texts beside the content of this message, reasoning first. */
export function textsBeside({ additional_kwargs: beside }: NativeMessage): readonly BesideText[] {
  return FIELDS.flatMap(([kind, field, read]) => {
    const text = beside[field] === undefined ? undefined : read(beside[field]);
    return typeof text === 'string' && text !== '' ? [{ kind, field, text }] : [];
  });
}

function summaryOf({ summary }: Readonly<Record<string, unknown>>): string {
  const texts = listIn(summary).map((part) => (isDict(part) ? part['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
