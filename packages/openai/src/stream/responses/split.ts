import { InterposeError } from '@interpose/core';
import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { isOpening, openedEvent } from './known.ts';
import {
  partKey,
  placeOf,
  responseEvent,
  responseIn,
  TERMINAL,
  textsOf,
  withTextsInside,
} from './texts.ts';
import { failing, type SsePart } from '../sse/part.ts';

/**
 * For one stream of the Responses interface: a text that a service does not send in pieces, or not all of it, is shown
 * in one, so that no text stands only where hooks on deltas would not see it. It leaves where the service says it.
 * Where hooks on deltas may change it, what begins `hides` what is still to be said.
 */
export function splitResponses(hides: boolean): (part: SsePart) => readonly SsePart[] {
  const seen = new Map<string, string>();
  return (part) => {
    const { data } = part;
    if (data === undefined) return [part];
    const added = placeOf(data, 'delta');
    if (added !== undefined) {
      seen.set(added.key, (seen.get(added.key) ?? '') + (textOf(data['delta']) ?? ''));
      return [part];
    }
    if (data['type'] === 'response.output_text.annotation.added')
      return [{ ...part, said: seen.get(partKey(data)) ?? '' }];
    const ended = placeOf(data, 'done');
    if (ended !== undefined && typeof data[ended.field] === 'string') {
      const type = String(data['type']).replace(/done$/, 'delta');
      const event = { ...data, type, [ended.field]: undefined };
      return [...missing(seen, ended.key, textOf(data[ended.field]) ?? '', event), part];
    }
    // What begins has no text yet.
    const empty = withTextsInside(data, 'added', () => '');
    const next = hides ? withoutSeal(isOpening(data) ? openedEvent(data) : empty) : empty;
    return [...missingOfItems(seen, data), next === data ? part : responseEvent(next)];
  };
}

/** What begins, without what stands for its text in another form; itself where it holds none. */
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

/** What of a text has not been sent in pieces. */
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
  const { type, item, output_index: place } = data;
  if (type === 'response.output_item.done' && isDict(item)) return missingOfItem(seen, item, place);
  if (!TERMINAL.has(type)) return [];
  return dictsOf(responseIn(data)?.['output']).flatMap((each, index) =>
    missingOfItem(seen, each, index),
  );
}

function missingOfItem(seen: Map<string, string>, item: Body, place: unknown): readonly SsePart[] {
  return textsOf(item).flatMap(({ key, text, event }) =>
    missing(seen, key, text, { ...event, output_index: place }),
  );
}
