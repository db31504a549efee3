import { dictsOf, isDict, type Body } from '../../translate/native.ts';
import type { SsePart } from '../sse/part.ts';
import { placeOf, responseIn, TERMINAL, withTexts } from './texts.ts';

/** Returns the response that these events add up to, with the texts that were streamed. */
export function collectEvents(parts: readonly SsePart[]): Body {
  const texts = new Map<string, string>();
  const items: Body[] = [];
  let base: Body = {};
  let last: Body | undefined;
  for (const { data } of parts) {
    if (data === undefined) continue;
    const { key } = placeOf(data, 'delta') ?? {};
    if (key !== undefined) texts.set(key, (texts.get(key) ?? '') + String(data['delta']));
    if (data['type'] === 'response.output_item.done' && isDict(data['item']))
      items.push(data['item']);
    const response = responseIn(data);
    if (response !== undefined) base = response;
    if (response !== undefined && TERMINAL.has(data['type'])) last = response;
  }
  const output =
    last !== undefined && Array.isArray(last['output']) ? dictsOf(last['output']) : items;
  return { ...base, output: output.map((item) => withTexts(item, (key) => texts.get(key) ?? '')) };
}
