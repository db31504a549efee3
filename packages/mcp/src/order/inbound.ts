import { andThen } from '@interpose/adapter-kit';
import type { Dict, MaybePromise } from '@interpose/core';
import { runInChat, type ChatEnding } from '@interpose/core/adapter';
import type { Connection } from '../messages/connection.ts';
import { endExchanges, type Exchange } from '../messages/exchange.ts';
import { errorAnswer, malformed } from '../messages/from-contract.ts';
import { holdParcel } from './held-parcel.ts';
import { Lane } from './lane.ts';
import type { Ruled } from '../messages/rule-message.ts';
import { isMessage, readParcel, type Parcel } from '../messages/to-contract.ts';
import { withoutOriginal } from './without-original.ts';

/** The messages that are delivered, and the exchange in whose chat they are handled. */
interface Arrival {
  readonly messages: Dict[];
  exchange?: Exchange;
}

/** The way in: every message passes `onMcpMessage`, in the order of arrival. */
export class Inbound {
  readonly #connection: Connection;
  readonly #deliver: (message: unknown, extra?: unknown) => void;
  readonly #unsent: (error: Error) => void;
  readonly #lane: Lane = new Lane();

  /** `unsent` takes the error if a refusal could not be sent. */
  constructor(
    connection: Connection,
    deliver: (message: unknown, extra?: unknown) => void,
    unsent: (error: Error) => void,
  ) {
    this.#connection = connection;
    this.#deliver = deliver;
    this.#unsent = unsent;
  }

  receive(message: unknown, extra?: unknown): void {
    if (this.#lane.idle && this.#connection.silent('in') && isMessage(message))
      return this.#deliver(message, extra);
    const parcel = readParcel(message);
    holdParcel({
      connection: this.#connection,
      lane: this.#lane,
      leg: 'in',
      parcel,
      extra,
      go: (ruled) => this.#arrive(parcel, ruled, extra),
      givenUp: () => undefined,
    });
  }

  /** Drops all messages that are held: this side has closed the transport. */
  giveUp(): void {
    this.#lane.clear();
  }

  /** Runs `go` in turn, once `decided` is settled; also after a close, since nothing else would report it. */
  inTurn(decided: MaybePromise<void>, go: () => void): void {
    const givenUp = (): void => void andThen(decided, go);
    const place = this.#lane.enter({ kind: 'answer', ids: [], givenUp });
    void andThen(decided, () => this.#lane.release(place, go));
  }

  /** Runs this once everything that is held has arrived. */
  afterHeld(run: () => void): void {
    const place = this.#lane.enter({ kind: 'request', ids: [], givenUp: run });
    this.#lane.release(place, run);
  }

  #arrive(parcel: Parcel, ruled: readonly Ruled[], extra: unknown): void {
    const arrival: Arrival = { messages: [] };
    for (const one of ruled) this.#sort(one, arrival);
    const { messages, exchange } = arrival;
    if (messages.length === 0) return;
    const isSame =
      messages.length === parcel.reads.length &&
      messages.every((message, index) => message === parcel.reads[index]?.message);
    const incoming = isSame ? parcel.native : parcel.batched ? messages : messages[0];
    const beside = isSame ? extra : withoutOriginal(extra);
    if (exchange === undefined) this.#deliver(incoming, beside);
    else runInChat(exchange.chat, () => this.#deliver(incoming, beside));
  }

  #sort({ read, ruling, exchange, isRepeated, ...failed }: Ruled, arrival: Arrival): void {
    if (isRepeated) return;
    const { sent, received } = this.#connection;
    const { id, kind, fault } = read;
    const asked = kind === 'response' ? sent.take(id) : undefined;
    const end = (ending: ChatEnding): void => endExchanges([exchange, asked], ending);
    if (ruling.kind !== 'refuse') {
      if (kind === 'request') {
        arrival.exchange = { ...exchange!, request: ruling.message };
        received.add(id!, arrival.exchange);
      } else end({ kind: 'done', reason: 'completed' });
      arrival.messages.push(ruling.message);
      return;
    }
    const { refusal } = ruling;
    if ('error' in failed) {
      this.#connection.report(failed.error);
      end({ kind: 'error', error: failed.error });
    } else end({ kind: 'done', reason: 'denied' });
    if (fault !== undefined) this.#connection.report(malformed(fault));
    if (id === undefined) return;
    if (kind === 'request') this.#answer(errorAnswer(id, refusal, refusal.there));
    else if (kind === 'response') arrival.messages.push(errorAnswer(id, refusal, refusal.here));
  }

  #answer(message: Dict): void {
    // The refusal passes no hooks, since this package wrote it.
    this.#connection.post(message).catch(this.#unsent);
  }
}
