import { isDict } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import { isMessage, saidIn, thoughtsIn } from './content-to-contract.ts';
import type { NativeOutputItem } from './native.ts';

/**
 * Returns the items of an answer that hooks changed, without `providerData` fields that repeat a removed text: some
 * models keep a copy of the whole answer there. An item that repeats nothing stays the same object.
 */
export function withoutRepeats<Item extends NativeOutputItem>(
  items: readonly Item[],
  before: readonly NativeOutputItem[] = [],
): Item[] {
  const left = new Set(items.flatMap(wordsIn));
  const gone = before
    .flatMap(wordsIn)
    .filter((words) => words !== '' && !left.has(words))
    .map((words) => JSON.stringify(words).slice(1, -1));
  return gone.length === 0 ? [...items] : items.map((item) => cleaned(item, gone));
}

/** Returns the texts of an item: its words, its reasoning, or the arguments of its call. */
function wordsIn(item: NativeOutputItem): readonly string[] {
  if (item.type === 'reasoning') return thoughtsIn(item);
  if (item.type === 'function_call') return [item.arguments];
  if (!isMessage(item) || typeof item.content === 'string') return [];
  return item.content.flatMap((piece) => saidIn(piece) ?? []);
}

function cleaned<Item extends NativeOutputItem>(item: Item, gone: readonly string[]): Item {
  const outside = withoutWords(item, gone);
  if (!isMessage(outside) || typeof outside.content === 'string') return outside;
  const content = outside.content.map((piece) => withoutWords(piece, gone));
  if (content.every((piece, index) => piece === outside.content[index])) return outside;
  return { ...outside, content };
}

/** Removes each field of `providerData` that contains one of these texts. */
function withoutWords<Kept extends { readonly providerData?: Dict | undefined }>(
  kept: Kept,
  gone: readonly string[],
): Kept {
  const { providerData } = kept;
  if (!isDict(providerData)) return kept;
  const fields = Object.entries(providerData).filter(([, value]) => {
    const written = JSON.stringify(value) ?? '';
    return !gone.some((words) => written.includes(words));
  });
  if (fields.length === Object.keys(providerData).length) return kept;
  return { ...kept, providerData: Object.fromEntries(fields) };
}
