import { InterposeError } from '@interpose/core';
import { textField } from '../../translate/content-to-contract.ts';
import { dictsOf, isDict, keptOf, textOf, type Body } from '../../translate/native.ts';
import { isOpening, openedEvent } from './known.ts';
import { textsOf, withTextsInside } from './item-texts.ts';
import { partKey, placeOf, responseEvent, responseIn, TERMINAL } from './texts.ts';
import { errorIn, errorWith, failing, type SsePart } from '../sse/part.ts';

/**
 * Returns a splitter for one stream of the Responses interface. Where a service does not send all of a text in pieces,
 * the rest becomes one more delta, so that hooks on deltas see every text; it leaves where the service sends it. With
 * `hides`, hooks may change deltas, and events that begin something lose text that is still to be sent.
 */
export function splitResponses(hides: boolean): (part: SsePart) => readonly SsePart[] {
  const seen = new Map<string, string>();
  const names = new Set<unknown>();
  return (part) => {
    const { data } = part;
    if (data === undefined) return [part];
    if (errorIn(part) !== undefined && data['type'] !== 'error')
      return [errorWith(part, keptOf(data, ERROR))];
    const added = placeOf(data, 'delta');
    if (added !== undefined) {
      seen.set(added.key, (seen.get(added.key) ?? '') + (textOf(data['delta']) ?? ''));
      return [part];
    }
    if (data['type'] === 'response.output_text.annotation.added')
      return [{ ...part, said: seen.get(partKey(data)) ?? '' }];
    if (isDict(data['item'])) names.add(data['item']['name']);
    const ended = placeOf(data, 'done');
    if (ended !== undefined && typeof data[ended.field] === 'string') {
      const type = String(data['type']).replace(/done$/, 'delta');
      const event = { ...data, type, [ended.field]: undefined };
      // A name that no item has is not judged, and callers may go by it.
      const isTold = data['name'] === undefined || names.has(data['name']);
      const told = isTold ? part : responseEvent({ ...data, name: undefined });
      return [...missing(seen, ended.key, textOf(data[ended.field]) ?? '', event), told];
    }
    // A response, an item or a part that begins has no text yet.
    const empty = isOpening(data) ? openedEvent(data) : withTextsInside(data, 'added', () => '');
    const next = hides ? withoutSeal(empty) : empty;
    return [...missingOfItems(seen, data), next === data ? part : responseEvent(next)];
  };
}

/** The fields of an error. */
const ERROR: readonly string[] = ['error', 'code', 'message', 'param', 'sequence_number'];

/** Returns an event that begins something without other forms of its text; the same object if it has none. */
function withoutSeal(data: Body): Body {
  const field = isDict(data['item']) ? 'item' : 'part';
  const begun = data[field];
  if (!isDict(begun) || !String(data['type']).endsWith('.added')) return data;
  const spelling = SPELLING.filter((name) => Array.isArray(begun[name]) && begun[name].length > 0);
  const { encrypted_content: sealed, ...rest } = begun;
  if (sealed === undefined && spelling.length === 0) return data;
  const emptied = Object.fromEntries(spelling.map((name) => [name, []] as const));
  return { ...data, [field]: { ...rest, ...emptied } };
}

const SPELLING: readonly string[] = ['annotations', 'logprobs'];

/** Returns the rest of a text that has not been sent in pieces, as one event. */
function missing(
  seen: Map<string, string>,
  key: string,
  text: string,
  event: Body,
): readonly SsePart[] {
  const sent = seen.get(key) ?? '';
  if (text === sent) return [];
  seen.set(key, text);
  const delta = text.slice(sent.length);
  if (text.startsWith(sent)) return [{ ...responseEvent({ ...event, delta }), early: true }];
  const error = new InterposeError(
    'stream_unreadable',
    'the provider ended a text with another than it had sent',
    'ask for the response without a stream',
  );
  return [failing(error)];
}

function missingOfItems(seen: Map<string, string>, data: Body): readonly SsePart[] {
  const { type, item, part, output_index: place } = data;
  if (isDict(part)) return missingOfPart(seen, data, part);
  if (type === 'response.output_item.done' && isDict(item)) return missingOfItem(seen, item, place);
  if (!TERMINAL.has(type)) return [];
  return dictsOf(responseIn(data)?.['output']).flatMap((each, index) =>
    missingOfItem(seen, each, index),
  );
}

function missingOfPart(seen: Map<string, string>, data: Body, part: Body): readonly SsePart[] {
  const name = String(part['type']).replace('summary_text', 'reasoning_summary_text');
  const event = { ...data, type: `response.${name}.delta`, part: undefined };
  const text = textOf(part[textField(part)]);
  const place = placeOf(event, 'delta');
  const isMissing = place !== undefined && text && String(data['type']).endsWith('_part.done');
  return isMissing ? missing(seen, place.key, text, event) : [];
}

function missingOfItem(seen: Map<string, string>, item: Body, place: unknown): readonly SsePart[] {
  return textsOf(item, place).flatMap(({ key, text, event }) =>
    missing(seen, key, text, { ...event, output_index: place }),
  );
}
