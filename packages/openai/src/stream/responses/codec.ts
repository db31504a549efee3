import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import type { CallRun } from '../../run/host-run.ts';
import { isDict, textOf, type Body } from '../../translate/native.ts';
import { refusalEvents } from '../../translate/refusal.ts';
import { refusalItem, syntheticResponse } from '../../translate/responses/refusal.ts';
import { isCallOfApp } from '../../translate/responses/message-to-contract.ts';
import { responseToContract } from '../../translate/responses/response-to-contract.ts';
import { CONTENT, FINISH, HELD, pieceOf, REPEATING, type SsePart } from '../sse/part.ts';
import { collectEvents } from './collect.ts';
import { closingEvents, composeEvents, itemEvents, numbered, openingEvents } from './compose.ts';
import { bareEvent, isUnread } from './known.ts';
import {
  ownerIn,
  ownerOfItem,
  partKey,
  placeOf,
  responseEvent,
  responseIn,
  TERMINAL,
  type TextPlace,
} from './texts.ts';

/** Returns the codec that reads and makes the events of one streamed response. */
export function responsesCodec(run: CallRun, body: Body): StreamCodec<SsePart> {
  const hides = run.opened?.intercepts('onResponseDelta') === true;
  const reader = new ResponseReader(body, hides);
  let final: Body | undefined;
  return {
    keeps: true,
    read: (part) => reader.read(part),
    write(part, text) {
      const { data, early = false } = bareEvent(part);
      if (data === undefined) return part;
      return { ...responseEvent({ ...data, delta: text }), early, bared: true };
    },
    bare: bareEvent,
    collect(parts) {
      final = collectEvents(parts);
      return responseToContract(final, run.copy);
    },
    compose: (response, original) =>
      composeEvents(response, original, original.length === 0 ? undefined : final, body),
    refuse: (refused, started) =>
      refusalEvents(run, refused, body, () => reader.refuse(refused.text, started)),
  };
}

/** The events that end a part or an item, and repeat its text. */
const ENDS: ReadonlySet<unknown> = new Set([
  'response.content_part.done',
  'response.reasoning_summary_part.done',
  'response.output_item.done',
]);

/** Says what each event of one response is, and ends the response with a refusal. */
class ResponseReader {
  readonly #body: Body;
  /** The id of the call that an item is, by what names the item. */
  readonly #calls = new Map<string, string>();
  /** The items that have begun and not ended, by their place in the output. */
  readonly #open = new Map<unknown, Body>();
  readonly #done: Body[] = [];
  /** The id of the last text, until an event ends it, and what names its item. */
  #text: string | undefined;
  #textOwner: string | undefined;
  #response: Body | undefined;
  /** True once a call waits for its verdict: everything after it waits too, so that items keep their order. */
  #holding = false;
  #events = 0;
  /** True where hooks may change deltas. */
  readonly #hides: boolean;

  constructor(body: Body, hides: boolean) {
    this.#body = body;
    this.#hides = hides;
  }

  read(part: SsePart): StreamPiece {
    const { data } = part;
    if (data?.['type'] === 'error') return { kind: 'error', error: data };
    const known = pieceOf(part);
    if (known !== undefined || data === undefined) return known ?? CONTENT;
    const piece = this.#pieceOf(data);
    if (!this.#holding) this.#events++;
    return piece;
  }

  #pieceOf(data: Body): StreamPiece {
    const { type } = data;
    this.#response ??= responseIn(data);
    if (TERMINAL.has(type)) return FINISH;
    if (type === 'response.output_item.added' || type === 'response.output_item.done')
      this.#noteItem(data, type);
    const held = this.#holding ? { held: true } : undefined;
    const { item_id: item, delta } = data;
    const added = placeOf(data, 'delta');
    if (added !== undefined) {
      const id = this.#blockOf(added);
      this.#text = id;
      this.#textOwner = added.owner;
      return { kind: 'delta', channel: added.channel, id, text: textOf(delta) ?? '', ...held };
    }
    const closed = placeOf(data, 'done');
    const over = closed === undefined ? this.#endedBy(data) : this.#blockOf(closed);
    if (over !== undefined) {
      this.#text = undefined;
      return { kind: 'close', id: over, ...held };
    }
    if (isUnread(data) && this.#hides) {
      if (typeof delta !== 'string' || type === 'response.audio.delta') return REPEATING;
      const id = `${String(item)} ${String(type)}`;
      return { kind: 'delta', channel: 'text', id, text: delta, ...held };
    }
    // It leaves after the text before it, which it may repeat.
    if (this.#hides && type === 'response.output_text.annotation.added')
      return { kind: 'delta', channel: 'text', id: partKey(data), text: '', ...held };
    return this.#holding ? HELD : CONTENT;
  }

  /** Returns the id of the text that ends with this part or item; some services send no event for its end. */
  #endedBy(data: Body): string | undefined {
    if (this.#text === undefined || !ENDS.has(data['type'])) return undefined;
    return ownerIn(data) === this.#textOwner ? this.#text : undefined;
  }

  /** Returns the id of a text; the text of a call has the id of the call. */
  #blockOf({ owner, channel, key }: TextPlace): string {
    return this.#calls.get(owner) ?? (channel === 'tool-args' ? owner : key);
  }

  #noteItem({ item, output_index: place }: Body, type: unknown): void {
    if (!isDict(item)) return;
    if (isCallOfApp(item)) {
      this.#holding = true;
      this.#calls.set(ownerOfItem(item, place), textOf(item['call_id']) ?? '');
    }
    if (this.#holding) return;
    if (type === 'response.output_item.added') this.#open.set(place, item);
    else {
      this.#open.delete(place);
      this.#done.push(item);
    }
  }

  /** Ends the open items and adds the refusal as the last one; `lastWord` then fills in the texts that have left. */
  refuse(text: string, started: boolean): readonly SsePart[] {
    const synthetic = syntheticResponse(this.#body);
    // Another field of the response could still contain what was denied.
    const { id, created_at, model } = this.#response ?? synthetic;
    const response = { ...synthetic, id, created_at, model };
    const closed = started
      ? [...this.#open].map(([place, item]) => ({ place, item: ended(item) }))
      : [];
    const refusal = refusalItem(text);
    const output = [...(started ? this.#done : []), ...closed.map(({ item }) => item), refusal];
    const whole = { ...response, status: 'completed', output, usage: null };
    const events = [
      ...closed.flatMap(({ place, item }) => closingEvents(item, Number(place))),
      ...itemEvents(refusal, output.length - 1),
      { type: 'response.completed', response: whole },
    ].map(responseEvent);
    return started
      ? numbered(events, this.#events)
      : numbered([...openingEvents(response), ...events]);
  }
}

/** Ends an item that breaks off; the text of a message is empty until `lastWord` fills it in. */
function ended(item: Body): Body {
  if (item['type'] !== 'message') return item;
  const content = [{ type: 'output_text', text: '', annotations: [], logprobs: [] }];
  return { ...item, status: 'completed', content };
}
