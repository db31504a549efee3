import { keptOfResponse } from '../../translate/responses/response-from-contract.ts';
import { dictsOf, keptOf, textOf, type Body } from '../../translate/native.ts';
import type { SsePart } from '../sse/part.ts';
import { PLACE, placeOf, responseEvent, responseIn } from './texts.ts';

/** True for an event with which a response begins. */
export function isOpening(data: Body | undefined): boolean {
  return OPENING.has(data?.['type']);
}

const OPENING: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.queued',
  'response.in_progress',
]);

/** Returns the event that begins a response, without any output; the same object if it has none. */
export function openedEvent(data: Body): Body {
  const response = responseIn(data);
  const said = dictsOf(response?.['output']).length > 0 || response?.['output_text'] !== undefined;
  if (response === undefined || !said) return data;
  const { output_text: _text, ...rest } = response;
  return { ...data, response: { ...rest, output: [] } };
}

/** Returns the event without anything that may repeat a text that hooks changed. */
export function bareEvent(part: SsePart): SsePart {
  const { data } = part;
  // An event about an earlier text repeats that text; `lastWord` drops it.
  if (data === undefined || part.said !== undefined) return { ...part, bared: true };
  return { ...part, ...responseEvent(bareOf(data)), bared: true };
}

function bareOf(data: Body): Body {
  const response = responseIn(data);
  if (response !== undefined) return { ...keptOf(data, PLACE), response: keptOfResponse(response) };
  if (isUnread(data)) return keptOf(data, PLACE);
  const { field } = placeOf(data, 'delta') ?? placeOf(data, 'done') ?? {};
  if (field === undefined) return data;
  const spelled = data['logprobs'] === undefined ? undefined : { logprobs: [] };
  return { ...keptOf(data, [...PLACE, 'delta', 'name', field]), ...spelled };
}

/** Returns the event that begins a response, without unknown fields; the same object if it has none. */
export function knownOpening(part: SsePart): SsePart {
  const response = part.data === undefined ? undefined : responseIn(part.data);
  if (part.data === undefined || response === undefined) return part;
  const known = { ...keptOfResponse(response), output: [] };
  const isKnown =
    Object.keys(known).length === Object.keys(response).length &&
    dictsOf(response['output']).length === 0;
  if (isKnown) return part;
  return { ...responseEvent({ ...keptOf(part.data, PLACE), response: known }), from: part };
}

/** The known events besides texts: of a whole response, of an item or its part, an annotation, an image. */
const READ =
  /^response\.(?:created|queued|in_progress|completed|incomplete|failed)$|_(?:item|part)\.(?:added|done)$|\.(?:annotation\.added|partial_image)$/;

/** Whether an event of an unknown type has content, such as a text, a sound or a command. */
export function isUnread(data: Body): boolean {
  const type = textOf(data['type']) ?? '';
  if (READ.test(type) || placeOf(data, 'delta') || placeOf(data, 'done')) return false;
  return /\.(?:delta|done)$/.test(type) || Object.keys(data).some((name) => !PLACE.includes(name));
}
