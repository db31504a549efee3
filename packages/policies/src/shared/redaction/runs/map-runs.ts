import { areTexts, isText, mapTextRuns, textsOf } from '../../values/text-runs.ts';
import { isJson } from '../values/map-json-text.ts';
import { inRun, type Change } from '../values/scalar.ts';

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
  return mapTextRuns(
    items,
    (texts) => mapRun(texts, change, map),
    (item) => map(item, change),
    belong,
  );
}

/** A text that is JSON is read for itself. */
function belong(item: unknown, next: unknown): boolean {
  return areTexts(item, next) && !textsOf([item, next]).some(isJson);
}

function mapRun<T>(
  items: readonly T[],
  change: Change,
  map: (item: T, change: Change) => T,
): readonly T[] {
  const texts = textsOf(items);
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
