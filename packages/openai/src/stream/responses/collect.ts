import { dictsOf, type Body } from '../../translate/native.ts';
import type { SsePart } from '../sse/part.ts';
import { StreamedItems } from './streamed-items.ts';
import { textsOf, withTexts } from './item-texts.ts';
import { ownerOfItem, placeOf, responseIn, TERMINAL, type TextPlace } from './texts.ts';

/** A text that was streamed, and the item that it belongs to. */
interface StreamedText extends TextPlace {
  readonly item: unknown;
  text: string;
}

/** Returns the response that these events add up to, with the texts that were streamed. */
export function collectEvents(parts: readonly SsePart[]): Body {
  const texts = new Map<string, StreamedText>();
  const items = new StreamedItems();
  let base: Body = {};
  let last: Body | undefined;
  for (const { data } of parts) {
    if (data === undefined) continue;
    const place = placeOf(data, 'delta');
    if (place === undefined) items.note(data);
    else {
      const text = (texts.get(place.key)?.text ?? '') + String(data['delta']);
      texts.set(place.key, { ...place, item: data['item_id'], text });
    }
    const response = responseIn(data);
    if (response !== undefined) base = response;
    if (response !== undefined && TERMINAL.has(data['type'])) last = response;
  }
  const output = items.output(dictsOf(last?.['output'])).map(({ item, place }) => {
    const written = withTexts(item, place, (key) => texts.get(key)?.text ?? '');
    owners.set(written, ownerOfItem(item, place));
    return written;
  });
  return { ...base, output: withTextsLeft(output, texts) };
}

/** What names the collected items in their events. */
const owners = new WeakMap<Body, string>();

/** Returns what names a collected item in its events; undefined for one that hooks made. */
export function collectedOwner(item: Body): string | undefined {
  return owners.get(item);
}

/** Returns the items with the texts that none of them has: the stream broke off, or the service left them out. */
function withTextsLeft(items: readonly Body[], texts: Map<string, StreamedText>): readonly Body[] {
  let output = items;
  const said = items.flatMap((item) => textsOf(item, undefined, owners.get(item)));
  for (const { key } of said) texts.delete(key);
  for (const left of texts.values())
    if (left.channel !== 'tool-args' && !said.some(({ text }) => text.includes(left.text)))
      output = withTextLeft(output, left);
  return output;
}

function withTextLeft(items: readonly Body[], { item: id, ...left }: StreamedText): Body[] {
  const type = left.channel === 'text' ? 'message' : left.channel;
  const list = left.key.includes(' s') ? 'summary' : 'content';
  const isRefusal = left.field === 'refusal';
  const place = items.findIndex((each) => each['id'] === id && each['type'] === type);
  const item = items[place] ?? { type, role: 'assistant', id };
  const piece = isRefusal
    ? { type: 'refusal', refusal: left.text }
    : { type: TYPES[`${type} ${list}`], text: left.text };
  const next = { ...item, [list]: [...dictsOf(item[list]), piece] };
  const owner = owners.get(item);
  if (owner !== undefined) owners.set(next, owner);
  return place === -1 ? [...items, next] : items.with(place, next);
}

const TYPES: Readonly<Record<string, string>> = {
  'message content': 'output_text',
  'reasoning content': 'reasoning_text',
  'reasoning summary': 'summary_text',
};
