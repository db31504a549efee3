import type { Denial, Dict, MaybePromise } from '@interpose/core';
import { frozenCopy } from '@interpose/core/adapter';
import { andThen } from '@interpose/adapter-kit';
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import {
  changedMessage,
  refusedBy,
  refusedFor,
  suppliedReply,
  type Ruling,
} from './from-contract.ts';
import type { ReadMessage } from './to-contract.ts';

/** The direction of a message, seen from this end. */
export type Leg = 'out' | 'in';

/** One message on its way past the hooks. */
export interface Passing {
  readonly connection: Connection;
  readonly leg: Leg;
  readonly exchange: Exchange;
  readonly read: ReadMessage;
  /** The value that came with the message: the options of `send`, or the extra of `onmessage`. */
  readonly extra: unknown;
  /** True for a reply that a policy supplied. */
  readonly synthetic?: boolean;
}

/** Asks the hooks about one message; the ruling has the same object if they left it alone. */
export function gateMessage(passing: Passing): MaybePromise<Ruling> {
  const { connection, leg, exchange, read, extra, synthetic } = passing;
  const { chat } = exchange;
  const { message } = read;
  const event = eventOf(leg);
  if (!chat.listens(event)) return { kind: 'pass', message };
  const seen = chat.strict && !Object.isFrozen(message) ? frozenCopy(message) : message;
  const payload = {
    message: seen,
    server: connection.server,
    direction: connection.direction(leg),
    ...(synthetic && { synthetic }),
  };
  return andThen(chat.dispatch(event, payload, { message, extra }), (verdict): Ruling => {
    switch (verdict.decision) {
      case 'allow':
        return { kind: 'pass', message };
      case 'modify':
        if (verdict.value === seen) return { kind: 'pass', message };
        return changedMessage(read, verdict.value as Dict, chat.strict);
      case 'respond':
        return suppliedReply(read, verdict.outcome['reply'] as Dict, chat.strict);
      case 'deny':
        return refusedBy(verdict as Denial);
      default:
        return refusedFor(
          `${verdict.decision}_unsupported`,
          `a transport cannot ${verdict.decision}`,
        );
    }
  });
}

/** Returns the event that a message in this direction fires. */
export function eventOf(leg: Leg): 'preMcpMessage' | 'onMcpMessage' {
  return leg === 'out' ? 'preMcpMessage' : 'onMcpMessage';
}
