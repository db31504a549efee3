import { isRecord } from '../../values/is-record.ts';
import { isJson } from '../values/map-json-text.ts';
import { inRun, type Change } from '../values/scalar.ts';

interface TextItem {
  readonly type: string;
  readonly text: string;
}

/**
 * Maps each item of a list; the same list if nothing changes. A model reads adjacent text parts as one text, so each of
 * them is mapped with its place in that text, and a part of which nothing is left is dropped.
 *
 * @example
 * mapRuns([{ type: 'text', text: 'ann@mail' }, { type: 'text', text: '.com' }], change, mapPart);
 */
export function mapRuns<T>(
  items: readonly T[],
  change: Change,
  map: (item: T, change: Change) => T,
): readonly T[] {
  let copy: T[] | undefined;
  for (let index = 0; index < items.length;) {
    const end = runEnd(items, index);
    if (end === index + 1) {
      const mapped = map(items[index]!, change);
      if (mapped !== items[index]) copy ??= items.slice(0, index);
      copy?.push(mapped);
    } else {
      const run = items.slice(index, end);
      const mapped = mapRun(run, change, map);
      if (mapped.length < run.length || mapped.some((item, at) => item !== run[at]))
        copy ??= items.slice(0, index);
      copy?.push(...mapped);
    }
    index = end;
  }
  return copy ?? items;
}

/** Returns the end of the adjacent texts of one type that begin here. A text that is JSON is read for itself. */
function runEnd(items: readonly unknown[], start: number): number {
  let end = start + 1;
  while (end < items.length && areAdjacent(items[end - 1], items[end])) end += 1;
  return end;
}

function areAdjacent(item: unknown, next: unknown): boolean {
  if (!isText(item) || !isText(next) || item.type !== next.type) return false;
  return !isJson(item.text) && !isJson(next.text);
}

function isText(item: unknown): item is TextItem {
  if (!isRecord(item) || typeof item['text'] !== 'string') return false;
  const { type } = item;
  return typeof type === 'string' && (type.endsWith('text') || type === 'reasoning');
}

function mapRun<T>(
  items: readonly T[],
  change: Change,
  map: (item: T, change: Change) => T,
): readonly T[] {
  const texts = (items as readonly unknown[]).filter(isText).map((item) => item.text);
  const text = texts.join('');
  if (isJson(text)) {
    const whole = map({ ...items[0]!, text }, change);
    if (isText(whole) && whole.text !== text) return [whole];
  }
  const starts: number[] = [];
  let at = 0;
  for (const each of texts) {
    starts.push(at);
    at += each.length;
  }
  const joints = starts.slice(1);
  return items.flatMap((item, index) => {
    const own = texts[index]!;
    const mapped = map(item, inRun(change, own, { text, joints, at: starts[index]! }));
    return isText(mapped) && mapped.text === '' && own !== '' ? [] : [mapped];
  });
}
