import { andThen, isDict } from '@interpose/adapter-kit';
import type { Dict, Trace } from '@interpose/core';
import type { ChatEnding } from '@interpose/core/adapter';
import type { Connection } from '../messages/connection.ts';
import { endExchange, endExchanges, type Exchange } from '../messages/exchange.ts';
import { errorAnswer, malformed, traced } from '../messages/from-contract.ts';
import type { Failures } from './failures.ts';
import { holdParcel } from './held-parcel.ts';
import { Lane, type Place } from './lane.ts';
import type { Ruled } from '../messages/rule-message.ts';
import { isMessage, readParcel, type Parcel } from '../messages/to-contract.ts';
import { transportClosed } from './transport-closed.ts';

/** One call of `send` that waits for the hooks. */
interface Sending {
  readonly parcel: Parcel;
  readonly options: unknown;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The messages that go out, and the answers that this side gets for messages that do not. */
interface Departure {
  readonly there: Dict[];
  readonly here: Dict[];
  /** The exchanges that end once the messages have gone out. */
  readonly over: (Exchange | undefined)[];
  /** The trace context of the chat that it belongs to. */
  trace?: Trace | undefined;
  error?: unknown;
}

/** The way out: every message passes `preMcpMessage`, in the order of sending. */
export class Outbound {
  readonly #connection: Connection;
  readonly #deliver: (message: Dict) => void;
  readonly #failures: Failures;
  readonly #lane: Lane = new Lane();

  constructor(connection: Connection, failures: Failures, deliver: (message: Dict) => void) {
    this.#connection = connection;
    this.#failures = failures;
    this.#deliver = deliver;
  }

  send(message: unknown, options?: unknown): Promise<void> {
    if (this.#lane.idle && this.#connection.silent('out') && isMessage(message))
      return this.#connection.post(traced(message, this.#connection.trace) as object, options);
    const parcel = readParcel(message);
    const fault = parcel.reads.find((read) => read.fault)?.fault;
    if (fault !== undefined) return Promise.reject(malformed(fault));
    return new Promise((resolve, reject) => this.#hold({ parcel, options, resolve, reject }));
  }

  /** Drops all messages that are held: the transport has closed. */
  giveUp(): void {
    this.#lane.clear();
  }

  #hold(sending: Sending): void {
    const { parcel, options: extra, resolve, reject } = sending;
    let isGone = false;
    let ignore: (() => void) | undefined;
    const place = holdParcel({
      connection: this.#connection,
      lane: this.#lane,
      leg: 'out',
      parcel,
      extra,
      go: (ruled) => {
        isGone = true;
        if (this.#connection.native.hasPerRequestStream !== true) ignore?.();
        this.#depart(sending, ruled);
      },
      givenUp: (reason) => (reason === 'closed' ? reject(transportClosed()) : resolve()),
    });
    if (!isGone) ignore = this.#onAbort(place, extra);
  }

  /**
   * Drops a held request when its caller aborts it. Once the request is out, the client itself tells the other side, or
   * closes the stream of the request.
   */
  #onAbort(place: Place, options: unknown): (() => void) | undefined {
    const given = isDict(options) ? (options['signal'] ?? options['requestSignal']) : undefined;
    if (!(given instanceof AbortSignal)) return undefined;
    const abandon = (): void => {
      this.#lane.giveUp(place, 'cancelled');
      for (const id of place.ids)
        endExchange(this.#connection.sent.take(id), { kind: 'abort', reason: given.reason });
    };
    if (given.aborted) abandon();
    given.addEventListener('abort', abandon, { once: true });
    return () => given.removeEventListener('abort', abandon);
  }

  #depart(sending: Sending, ruled: readonly Ruled[]): void {
    const { parcel, options, resolve, reject } = sending;
    const departure: Departure = { there: [], here: [], over: [] };
    for (const one of ruled) this.#sort(one, departure);
    const { there, here, over, error, trace } = departure;
    if (here.length > 0) queueMicrotask(() => here.forEach((answer) => this.#deliver(answer)));
    const done = 'error' in departure ? () => reject(error) : resolve;
    if (there.length === 0) return done();
    const isChanged =
      there.length !== parcel.reads.length ||
      there.some((message, index) => message !== parcel.reads[index]?.message);
    const outgoing = parcel.batched ? there : there[0];
    this.#post(
      traced(isChanged ? outgoing : parcel.native, trace),
      isChanged ? withoutHeaders(options) : options,
    ).then(
      () => {
        endExchanges(over, { kind: 'done', reason: 'completed' });
        done();
      },
      (thrown: unknown) => this.#failed(sending, ruled, over, thrown),
    );
  }

  /** Answers the waiting requests with what hooks made of a failure; one that they left alone is thrown as it is. */
  #failed(
    { resolve, reject }: Sending,
    ruled: readonly Ruled[],
    over: Departure['over'],
    thrown: unknown,
  ): void {
    const asked = ruled.flatMap(({ read }) => (read.kind === 'request' ? [read.id!] : []));
    void andThen(this.#failures.failed(thrown, asked), (instead) => {
      const unsent = asked.map((id) => this.#connection.sent.take(id));
      endExchanges([...over, ...unsent], { kind: 'error', error: instead?.failure ?? thrown });
      if (instead === undefined) return reject(thrown);
      if (instead.answers.length === 0) return reject(instead.failure);
      for (const answer of instead.answers) this.#deliver(answer);
      resolve();
    });
  }

  /** Sends at once; rejects if the transport throws. */
  async #post(message: unknown, options: unknown): Promise<void> {
    await this.#failures.during(() => this.#connection.post(message as object, options));
  }

  #sort({ read, ruling, exchange, ...failed }: Ruled, departure: Departure): void {
    const { sent, received } = this.#connection;
    const asked = read.kind === 'response' ? received.take(read.id) : undefined;
    const end = (ending: ChatEnding): void => endExchanges([exchange, asked], ending);
    if (ruling.kind === 'pass') {
      departure.trace ??= exchange?.chat.trace;
      departure.there.push(ruling.message);
      if (read.kind === 'request') sent.add(read.id!, { ...exchange!, request: ruling.message });
      else departure.over.push(exchange, asked);
      return;
    }
    if (ruling.kind === 'reply') {
      departure.here.push(ruling.message);
      return end({ kind: 'done', reason: 'completed' });
    }
    const { id, kind } = read;
    const { refusal } = ruling;
    if (kind === 'response' && id !== undefined)
      departure.there.push(errorAnswer(id, refusal, refusal.there));
    if ('error' in failed) {
      departure.error = failed.error;
      return end({ kind: 'error', error: failed.error });
    }
    if (kind === 'request') departure.here.push(errorAnswer(id!, refusal, refusal.here));
    end({ kind: 'done', reason: 'denied' });
  }
}

/** Removes headers that a client made from a request: they could still contain what hooks took out of it. */
function withoutHeaders(options: unknown): unknown {
  if (!isDict(options) || options['headers'] === undefined) return options;
  const { headers: _headers, ...rest } = options;
  return rest;
}
