import { InterposeError, type Dict } from '@interpose/core';
import { andThen } from './and-then.ts';
import type { Connection } from './connection.ts';
import { endExchange } from './exchange.ts';
import { errorAnswer } from './from-contract.ts';
import { cancelledId, laneKind, requestIds } from './lane-kind.ts';
import { Lane, type Place } from './lane.ts';
import { ruleParcel, type Ruled } from './rule-message.ts';
import { isDict, readParcel, type Parcel } from './to-contract.ts';
import { transportClosed } from './transport-closed.ts';

/** One call of `send` that waits for its decisions. */
interface Sending {
  readonly parcel: Parcel;
  readonly options: unknown;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What goes out, and what is answered here because something did not. */
interface Departure {
  readonly there: Dict[];
  readonly here: Dict[];
  error?: unknown;
}

/** The way out: every message past preMcpMessage, in the order they were sent. */
export class Outbound {
  readonly #connection: Connection;
  readonly #deliver: (message: Dict) => void;
  readonly #lane: Lane = new Lane();

  constructor(connection: Connection, deliver: (message: Dict) => void) {
    this.#connection = connection;
    this.#deliver = deliver;
  }

  send(message: unknown, options?: unknown): Promise<void> {
    if (this.#lane.idle && this.#connection.silent)
      return this.#connection.native.send(message, options);
    const parcel = readParcel(message);
    const fault = parcel.reads.find((read) => read.fault !== undefined)?.fault;
    if (fault !== undefined) return Promise.reject(malformed(fault));
    return new Promise((resolve, reject) => this.#hold({ parcel, options, resolve, reject }));
  }

  /** Lets nothing go any more that is held: the transport has closed. */
  giveUp(): void {
    this.#lane.clear();
  }

  #hold(sending: Sending): void {
    const { parcel, options, resolve, reject } = sending;
    const place = this.#lane.enter({
      kind: laneKind(parcel),
      ids: requestIds(parcel),
      givenUp: (reason) => (reason === 'closed' ? reject(transportClosed()) : resolve()),
    });
    const ignore = this.#onAbort(parcel, place, options);
    void andThen(ruleParcel(this.#connection, 'out', parcel, options), (ruled) => {
      const left = ruled.filter((one) => !this.#callsOffHeld(one));
      const go = (): void => this.#depart(sending, left);
      if (!this.#lane.release(place, go)) endAll(ruled, transportClosed());
      ignore();
    });
  }

  /** A request that the caller gave up goes nowhere; once it is out, the SDK tells the other side. */
  #onAbort(parcel: Parcel, place: Place, options: unknown): () => void {
    const signal = isDict(options) ? options['signal'] : undefined;
    if (!(signal instanceof AbortSignal)) return () => undefined;
    const abandon = (): void => this.#lane.giveUp(place, 'cancelled');
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    return () => signal.removeEventListener('abort', abandon);
  }

  /** Calling off a request that is still held here needs no message: the other side knows nothing of it. */
  #callsOffHeld({ read, ruling, exchange }: Ruled): boolean {
    const id = ruling.kind === 'pass' ? cancelledId(read) : undefined;
    if (id === undefined) return false;
    const isHeld = this.#lane.cancel(id);
    if (isHeld) endExchange(exchange, { kind: 'done', reason: 'completed' });
    else endExchange(this.#connection.sent.take(id), { kind: 'abort', reason: read.message });
    return isHeld;
  }

  #depart({ parcel, options, resolve, reject }: Sending, ruled: readonly Ruled[]): void {
    const departure: Departure = { there: [], here: [] };
    for (const one of ruled) this.#sort(one, departure);
    const { there, here, error } = departure;
    queueMicrotask(() => here.forEach(this.#deliver));
    const done = 'error' in departure ? () => reject(error) : resolve;
    if (there.length === 0) return done();
    const isChanged =
      there.length !== parcel.reads.length ||
      there.some((message, index) => message !== parcel.reads[index]?.message);
    const outgoing = parcel.batched ? there : there[0];
    this.#connection.native
      .send(isChanged ? outgoing : parcel.native, isChanged ? withoutHeaders(options) : options)
      .then(done, (failure: unknown) => {
        for (const { read } of ruled)
          if (read.kind === 'request')
            endExchange(this.#connection.sent.take(read.id), { kind: 'error', error: failure });
        reject(failure);
      });
  }

  #sort({ read, ruling, exchange, ...failed }: Ruled, departure: Departure): void {
    const { sent, received } = this.#connection;
    const asked = read.kind === 'response' ? received.take(read.id) : undefined;
    const owner = asked ?? exchange;
    if (ruling.kind === 'pass') {
      departure.there.push(ruling.message);
      if (read.kind === 'request') sent.add(read.id!, { ...exchange!, request: ruling.message });
      else endExchange(owner, { kind: 'done', reason: 'completed' });
      return;
    }
    if (ruling.kind === 'reply') {
      departure.here.push(ruling.message);
      return endExchange(owner, { kind: 'done', reason: 'completed' });
    }
    const { id, kind } = read;
    const { refusal } = ruling;
    if (kind === 'response' && id !== undefined)
      departure.there.push(errorAnswer(id, refusal, refusal.there));
    if ('error' in failed) {
      departure.error = failed.error;
      return endExchange(owner, { kind: 'error', error: failed.error });
    }
    if (kind === 'request') departure.here.push(errorAnswer(id!, refusal, refusal.here));
    endExchange(owner, { kind: 'done', reason: 'denied' });
  }
}

/** Headers that a client made from a request must not tell what the hooks took out of it. */
function withoutHeaders(options: unknown): unknown {
  if (!isDict(options) || options['headers'] === undefined) return options;
  const { headers: _headers, ...rest } = options;
  return rest;
}

function endAll(ruled: readonly Ruled[], reason: unknown): void {
  for (const { exchange } of ruled) endExchange(exchange, { kind: 'abort', reason });
}

function malformed(fault: string): InterposeError {
  return new InterposeError(
    'mcp_message_malformed',
    `this is no JSON-RPC message: ${fault}`,
    'send a request, a response or a notification of JSON-RPC 2.0',
  );
}
