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

/**
 * Maps adjacent texts together with `run`, and each other item with `one`; the same list if nothing changes.
 *
 * @example
 * mapTextRuns(parts, ([first]) => [first], (part) => part);
 */
export function mapTextRuns<T>(
  items: readonly T[],
  run: (texts: readonly T[]) => readonly T[],
  one: (item: T) => T = itself,
  belong: (item: T, next: T) => boolean = areTexts,
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

function itself<T>(item: T): T {
  return item;
}

/** Returns adjacent texts as one. */
export function joined<T>(texts: readonly T[]): readonly T[] {
  return [{ ...texts[0]!, text: textsOf(texts).join('') }];
}

/** Returns the text of each item that is one. */
export function textsOf(items: readonly unknown[]): readonly string[] {
  return items.filter(isText).map(({ text }) => text);
}
