import type { Dict } from '@interpose/core';

import { isPlain } from './is-plain.ts';
import { isRecord } from './is-record.ts';

/** A text in a list, such as a part of a message. */
export interface TextItem {
  readonly type: string;
  readonly text: string;
}

/** Whether two items are texts of one type, which a model reads as one text. */
export function areTexts(item: unknown, next: unknown): boolean {
  return isText(item) && isText(next) && item.type === next.type;
}

/** Whether an item of a list is a text, in the form of any SDK. */
export function isText(item: unknown): item is TextItem {
  if (!isRecord(item) || typeof item['text'] !== 'string') return false;
  const { type } = item;
  return typeof type === 'string' && (type.endsWith('text') || type === 'reasoning');
}

/** How to map a list with texts that belong together. */
interface RunMapping<T> {
  readonly one: (item: T) => T;
  /** Maps two or more adjacent texts. */
  readonly run: (items: readonly T[]) => readonly T[];
  readonly belong?: (item: T, next: T) => boolean;
}

/**
 * Maps adjacent texts together and each other item by itself; the same list if nothing changes.
 *
 * @example
 * mapTextRuns(parts, { one: (part) => part, run: ([first]) => [first] });
 */
export function mapTextRuns<T>(
  items: readonly T[],
  { one, run, belong = areTexts }: RunMapping<T>,
): readonly T[] {
  let copy: T[] | undefined;
  for (let index = 0, end = 1; index < items.length; index = end, end += 1) {
    while (end < items.length && belong(items[end - 1]!, items[end]!)) end += 1;
    if (end === index + 1) {
      const mapped = one(items[index]!);
      if (mapped !== items[index]) copy ??= items.slice(0, index);
      copy?.push(mapped);
    } else {
      const texts = items.slice(index, end);
      const mapped = run(texts);
      if (mapped.length < texts.length || mapped.some((item, at) => item !== texts[at]))
        copy ??= items.slice(0, index);
      copy?.push(...mapped);
    }
  }
  return copy ?? items;
}

/**
 * Returns the list with adjacent texts as one; the same list without any.
 *
 * @example
 * joinTexts([{ type: 'text', text: 'ann@' }, { type: 'text', text: 'mail.example' }]); // one text
 */
export function joinTexts<T>(items: readonly T[]): readonly T[] {
  return mapTextRuns(items, {
    one: (item) => item,
    run: (texts) => [{ ...texts[0]!, text: textsOf(texts).join('') }],
  });
}

/** The deepest level at which adjacent texts are joined. */
const DEEPEST = 32;

/**
 * Returns the value, and, if there are adjacent texts in it, the value with these as one.
 *
 * @example
 * readingsIn({ content: [{ type: 'text', text: 'ann@mail.example' }] }); // the value alone
 */
export function readingsIn<T>(value: T): readonly T[] {
  const joined = joinedThrough(value, 0);
  return joined === value ? [value] : [value, joined as T];
}

function joinedThrough(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map((item) => joinedThrough(item, depth + 1));
    const joined = joinTexts(items);
    return joined.length < items.length || items.some((item, at) => item !== value[at])
      ? joined
      : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, joinedThrough(item, depth + 1)] as const,
  );
  const isSame = entries.every(([key, item]) => item === (value as Dict)[key]);
  return isSame ? value : Object.fromEntries(entries);
}

/** Returns the text of each item that is one. */
export function textsOf(items: readonly unknown[]): readonly string[] {
  return items.filter(isText).map(({ text }) => text);
}
