import { andThen } from '@interpose/adapter-kit';
import type { Connection } from '../messages/connection.ts';
import { endExchange, type Exchange } from '../messages/exchange.ts';
import type { GivenUp, Lane, LaneKind, Place } from './lane.ts';
import { cancelledId, type OpenExchanges } from '../messages/open-exchanges.ts';
import type { Leg } from '../messages/gate-message.ts';
import { asKept, ruleParcel, type Ruled } from '../messages/rule-message.ts';
import type { Id, Parcel } from '../messages/to-contract.ts';
import { transportClosed } from './transport-closed.ts';

/** A parcel that takes its place in a lane while the hooks decide about it. */
export interface Holding {
  readonly connection: Connection;
  readonly lane: Lane;
  readonly leg: Leg;
  readonly parcel: Parcel;
  /** The value that came with the parcel: the options of `send`, or the extra of `onmessage`. */
  readonly extra: unknown;
  /** Called when it is the parcel's turn, without messages that only called off what was still held. */
  readonly go: (ruled: readonly Ruled[]) => void;
  /** Called when the parcel is given up. */
  readonly givenUp: (reason: GivenUp) => void;
}

/** Holds a parcel until the hooks have decided and the parcels before it are gone; giving it up ends its chats. */
export function holdParcel(holding: Holding): Place {
  const { connection, lane, leg, parcel, extra, go, givenUp } = holding;
  const exchanges: Exchange[] = [];
  let ended: unknown;
  const place = lane.enter({
    kind: laneKind(parcel),
    ids: requestIds(parcel),
    givenUp(reason) {
      ended = reason === 'closed' ? transportClosed() : reason;
      for (const exchange of exchanges) endExchange(exchange, { kind: 'abort', reason: ended });
      givenUp(reason);
    },
  });
  const opened = (exchange: Exchange): void => {
    exchanges.push(exchange);
    if (ended !== undefined) endExchange(exchange, { kind: 'abort', reason: ended });
  };
  void andThen(ruleParcel({ connection, leg, extra, opened }, parcel), (decided) => {
    const open = leg === 'in' ? connection.received : connection.sent;
    const left = decided.filter((one) => !callsOffHeld(one, lane, open));
    lane.release(place, () => go(left.map(asKept)));
  });
  return place;
}

/** Returns how a parcel may move. A ping counts as an answer, since its sender takes silence for a dead peer. */
function laneKind({ reads }: Parcel): LaneKind {
  if (reads.some(({ kind, method }) => kind === 'request' && method !== 'ping')) return 'request';
  return reads.some(({ kind }) => kind === 'notification') ? 'notification' : 'answer';
}

/** Returns the ids of the requests in a parcel. */
function requestIds({ reads }: Parcel): readonly Id[] {
  return reads.flatMap(({ kind, id }) => (kind === 'request' && id !== undefined ? [id] : []));
}

/** Cancels the request that a message calls off. Returns true if the request was still held: both are then dropped. */
function callsOffHeld({ read, ruling, exchange }: Ruled, lane: Lane, open: OpenExchanges): boolean {
  const id = ruling.kind === 'pass' ? cancelledId(read) : undefined;
  if (id === undefined) return false;
  const isHeld = lane.cancel(id);
  if (isHeld) endExchange(exchange, { kind: 'done', reason: 'completed' });
  else endExchange(open.take(id), { kind: 'abort', reason: read.message });
  return isHeld;
}
