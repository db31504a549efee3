import type { ModelResponse } from '@interpose/core';
import { dictsOf, type Body } from '../../translate/native.ts';
import { responseFromContract } from '../../translate/responses/response-from-contract.ts';
import type { SsePart } from '../sse/part.ts';
import { collectedOwner } from './collect.ts';
import { isOpening, knownOpening } from './known.ts';
import { textsOf, withText, withTexts } from './item-texts.ts';
import { ownerIn, placeOf, responseEvent } from './texts.ts';

/** Returns the events of a changed or supplied response; an item that hooks left alone is sent as its own events. */
export function composeEvents(
  changed: ModelResponse,
  original: readonly SsePart[],
  final: Body | undefined,
  body: Body,
): readonly SsePart[] {
  const response = responseFromContract(changed, final, body);
  const before = dictsOf(final?.['output']);
  const opening = original.filter(({ data }) => isOpening(data)).map(knownOpening);
  const ownerships = before.map(collectedOwner);
  const items = dictsOf(response['output']).flatMap((item, index) => {
    const owner = before.includes(item) ? collectedOwner(item) : undefined;
    // Where events name two items alike, those of one may tell of the other.
    const isAlone =
      owner !== undefined && ownerships.indexOf(owner) === ownerships.lastIndexOf(owner);
    const own = isAlone ? original.filter(({ data }) => belongs(data, owner)) : [];
    return own.length === 0
      ? itemEvents(item, index).map(responseEvent)
      : own.map((part) => moved(part, index));
  });
  return numbered([
    ...(opening.length > 0 ? opening : openingEvents(response)),
    ...items,
    responseEvent({ type: `response.${String(response['status'])}`, response }),
  ]);
}

function belongs(data: Body | undefined, owner: string): boolean {
  if (data === undefined || data['output_index'] === undefined) return false;
  return ownerIn(data) === owner;
}

function moved(part: SsePart, index: number): SsePart {
  if (part.data === undefined || part.data['output_index'] === index) return part;
  return insteadOf(part, { ...part.data, output_index: index });
}

/** Returns the events with sequence numbers from this number on. */
export function numbered(parts: readonly SsePart[], from = 0): readonly SsePart[] {
  return parts.map((part, index) => {
    const { data } = part;
    if (data === undefined || data['sequence_number'] === from + index) return part;
    return insteadOf(part, { ...data, sequence_number: from + index });
  });
}

/** Returns an event in place of another; `from` keeps the original, to know whether that one has left. */
function insteadOf(part: SsePart, data: Body): SsePart {
  return { ...responseEvent(data), from: part.from ?? part };
}

/** Returns the events with which a response begins. */
export function openingEvents(response: Body): readonly SsePart[] {
  const open = { ...response, status: 'in_progress', output: [], usage: null };
  return ['response.created', 'response.in_progress'].map((type) =>
    responseEvent({ type, response: open }),
  );
}

/** Returns the events that build one output item: added, its texts, done. */
export function itemEvents(item: Body, index: number): readonly Body[] {
  return [
    { type: 'response.output_item.added', output_index: index, item: opened(item) },
    ...textEvents(item, { output_index: index }),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

/** Returns the item as it is before any text of it was sent. */
function opened(item: Body): Body {
  const empty = withTexts(item, undefined, () => '');
  if (item['type'] === 'message') return { ...empty, status: 'in_progress', content: [] };
  return item['type'] === 'reasoning' ? { ...empty, summary: [] } : empty;
}

function textEvents(item: Body, place: Body): readonly Body[] {
  const pieces = item['type'] === 'message' ? dictsOf(item['content']) : dictsOf(item['summary']);
  return textsOf(item, undefined).flatMap(({ text, event }, at) => {
    const { type, ...rest } = event;
    const name = String(type).replace(/\.delta$/, '');
    const here = { ...rest, ...place };
    const extra = name === 'response.output_text' ? { logprobs: [] } : {};
    const named = item['type'] === 'function_call' ? { name: item['name'] } : {};
    const written = [
      ...(text === '' ? [] : [{ type, ...here, delta: text, ...extra }]),
      { type: `${name}.done`, ...here, ...named, [placeOf(event, 'delta')!.field]: text, ...extra },
    ];
    const piece = pieces[at];
    return piece === undefined ? written : inPart(item, piece, here, written);
  });
}

function inPart(item: Body, piece: Body, here: Body, written: readonly Body[]): readonly Body[] {
  const name =
    item['type'] === 'message' ? 'response.content_part' : 'response.reasoning_summary_part';
  return [
    { type: `${name}.added`, ...here, part: withText(piece, '') },
    ...written,
    { type: `${name}.done`, ...here, part: piece },
  ];
}

/** Returns the events that end an item of which some texts have left; `lastWord` fills the texts in. */
export function closingEvents(item: Body, index: number): readonly Body[] {
  return itemEvents(item, index).filter(({ type }) => String(type).endsWith('.done'));
}
