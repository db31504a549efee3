import type { ModelResponse } from '@interpose/core';
import type { StreamCodec } from '@interpose/core/adapter';
import { dictsOf, isDict, type Body } from '../../translate/native.ts';
import { numbered, openingEvents } from './number-events.ts';
import { deniedError, mustThrow } from '../../translate/refusal.ts';
import { itemEvents } from './compose.ts';
import { placeOf, responseEvent, responseIn, TERMINAL, withTexts } from './texts.ts';
import { ResponseReader } from './reader.ts';
import { changedResponses } from '../../translate/responses/request-from-contract.ts';
import { responseOfResponses } from '../../translate/responses/request-to-contract.ts';
import type { SsePart } from '../sse/part.ts';
import type { StreamedCall } from '../streamed-call.ts';

/** Reads and makes the events of one streamed response. */
export function responsesCodec({ run, body }: StreamedCall): StreamCodec<SsePart> {
  const reader = new ResponseReader(body);
  let final: Body | undefined;
  return {
    read: (part) => reader.read(part),
    write: (part, text) =>
      part.data === undefined
        ? part
        : responseEvent({ ...part.data, delta: text, ...spelled(part.data) }),
    collect(parts) {
      final = finalResponse(parts);
      return responseOfResponses(final, run.copy);
    },
    compose: (response, original) =>
      composeEvents(response, original, original.length === 0 ? undefined : final, body),
    refuse(refused, started) {
      if (mustThrow(refused, body))
        return [{ raw: '', data: undefined, fails: { error: deniedError(run, refused) } }];
      run.refusal = refused.denial;
      return reader.refuse(refused.text, started);
    },
  };
}

/** They would spell the text that was changed. */
function spelled({ logprobs }: Body): Body {
  return logprobs === undefined ? {} : { logprobs: [] };
}

/** The response these events add up to, with the texts that were streamed. */
function finalResponse(parts: readonly SsePart[]): Body {
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

/** The events of a changed or supplied response; an item that hooks left alone is replayed as its own. */
function composeEvents(
  changed: ModelResponse,
  original: readonly SsePart[],
  final: Body | undefined,
  body: Body,
): readonly SsePart[] {
  const response = changedResponses(changed, final, body);
  const before = dictsOf(final?.['output']);
  const opening = original.filter(({ data }) => isOpening(data));
  const items = dictsOf(response['output']).flatMap((item, index) => {
    const place = before.indexOf(item);
    return place === -1
      ? itemEvents(item, index).map(responseEvent)
      : original.filter(({ data }) => belongs(data, item, place)).map((part) => moved(part, index));
  });
  return numbered([
    ...(opening.length > 0 ? opening : openingEvents(response)),
    ...items,
    responseEvent({ type: `response.${String(response['status'])}`, response }),
  ]);
}

function isOpening(data: Body | undefined): boolean {
  return ['response.created', 'response.queued', 'response.in_progress'].includes(
    String(data?.['type']),
  );
}

function belongs(data: Body | undefined, item: Body, place: number): boolean {
  if (data === undefined || data['output_index'] === undefined) return false;
  const own = isDict(data['item']) ? data['item']['id'] : data['item_id'];
  return item['id'] === undefined ? data['output_index'] === place : own === item['id'];
}

function moved(part: SsePart, index: number): SsePart {
  if (part.data === undefined || part.data['output_index'] === index) return part;
  return responseEvent({ ...part.data, output_index: index });
}
