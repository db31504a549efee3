import { isDict, sameItems } from '@interpose/adapter-kit';
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
  const words = before
    .flatMap(wordsIn)
    .filter((said) => said !== '' && !left.has(said))
    .map((said) => JSON.stringify(said).slice(1, -1));
  if (words.length === 0) return [...items];
  // Some models put what they say of the whole answer into each of its items.
  const shared = before
    .filter((item) => isMessage(item) && !items.includes(item as Item))
    .flatMap(({ providerData }) => Object.values<unknown>(providerData ?? {}))
    .filter((value) => typeof value === 'object');
  const gone = { words, shared: new Set<unknown>(shared) };
  return items.map((item) => cleaned(item, gone));
}

/** What is gone from an answer: texts, and what its model said beside them. */
interface Gone {
  readonly words: readonly string[];
  readonly shared: ReadonlySet<unknown>;
}

/** Returns the texts of an item: its words, its reasoning, or the arguments of its call. */
function wordsIn(item: NativeOutputItem): readonly string[] {
  if (item.type === 'reasoning') return thoughtsIn(item);
  if (item.type === 'function_call') return [item.arguments];
  if (!isMessage(item) || typeof item.content === 'string') return [];
  return item.content.flatMap((piece) => saidIn(piece) ?? []);
}

function cleaned<Item extends NativeOutputItem>(item: Item, gone: Gone): Item {
  const outside = withoutWords(item, gone);
  if (!isMessage(outside) || typeof outside.content === 'string') return outside;
  const content = outside.content.map((piece) => withoutWords(piece, gone));
  if (sameItems(content, outside.content)) return outside;
  return { ...outside, content };
}

/** Removes each field of `providerData` that repeats what is gone. */
function withoutWords<Kept extends { readonly providerData?: Dict | undefined }>(
  kept: Kept,
  { words, shared }: Gone,
): Kept {
  const { providerData } = kept;
  if (!isDict(providerData)) return kept;
  const fields = Object.entries(providerData).filter(([, value]) => {
    const written = JSON.stringify(value) ?? '';
    return !shared.has(value) && !words.some((said) => written.includes(said));
  });
  if (fields.length === Object.keys(providerData).length) return kept;
  return { ...kept, providerData: Object.fromEntries(fields) };
}
