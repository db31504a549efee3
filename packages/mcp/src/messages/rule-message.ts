import type { MaybePromise } from '@interpose/core';
import { andThen, isThenable } from '@interpose/adapter-kit';
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { refusedAsMalformed, refusedByFailure, type Ruling } from './from-contract.ts';
import { gateMessage } from './gate-message.ts';
import { readMessage, type Parcel, type ReadMessage } from './to-contract.ts';

/** One message and what becomes of it. */
export interface Ruled {
  readonly read: ReadMessage;
  readonly ruling: Ruling;
  /** Undefined where no chat could be opened. */
  readonly exchange?: Exchange;
  /** What kept the hooks from deciding; it is told as an error on this side. */
  readonly error?: unknown;
}

/** Which way a message goes. */
export type Leg = 'out' | 'in';

/** Whose messages are asked about, and who is told where each belongs. */
export interface Way {
  readonly connection: Connection;
  readonly leg: Leg;
  /** What came with the messages. */
  readonly extra: unknown;
  readonly opened: (exchange: Exchange) => void;
}

/** Asks about every message of a parcel; at once where nobody makes it wait. */
export function ruleParcel(way: Way, { reads }: Parcel): MaybePromise<readonly Ruled[]> {
  const ruled = reads.map((read): MaybePromise<Ruled> => ruleMessage(way, read));
  return ruled.some(isThenable) ? Promise.all(ruled.map(async (one) => one)) : (ruled as Ruled[]);
}

/** A check that fails is a refusal, and an error on this side. */
function ruleMessage(
  { connection, leg, extra, opened }: Way,
  read: ReadMessage,
): MaybePromise<Ruled> {
  if (read.fault !== undefined)
    return { read, ruling: { kind: 'refuse', refusal: refusedAsMalformed(read.fault) } };
  let exchange: Exchange | undefined;
  const failed = (error: unknown): Ruled => ({
    read,
    ruling: { kind: 'refuse', refusal: refusedByFailure() },
    error,
    ...(exchange === undefined ? undefined : { exchange }),
  });
  try {
    const found = leg === 'out' ? connection.exchangeOut(read) : connection.exchangeIn(read);
    const ruled = andThen(found, (mine): MaybePromise<Ruled> => {
      exchange = mine;
      opened(mine);
      const passage = { connection, exchange: mine, read, extra };
      return andThen(leg === 'out' ? ruleOut(passage) : ruleIn(passage), (ruling) => ({
        read,
        ruling,
        exchange: mine,
      }));
    });
    return isThenable(ruled) ? ruled.then(undefined, failed) : ruled;
  } catch (error) {
    return failed(error);
  }
}

interface Passing {
  readonly connection: Connection;
  readonly exchange: Exchange;
  readonly read: ReadMessage;
  readonly extra: unknown;
}

function ruleOut({ connection, exchange, read, extra }: Passing): MaybePromise<Ruling> {
  const { server, inventory } = connection;
  const direction = connection.direction('out');
  const gated = gateMessage(exchange.chat, {
    event: 'preMcpMessage',
    read,
    server,
    direction,
    extra,
  });
  return andThen(gated, (ruling) => {
    if (ruling.kind === 'pass') return afterGate(connection, exchange, ruling);
    if (ruling.kind === 'refuse') return ruling;
    const reply = gateMessage(exchange.chat, {
      event: 'onMcpMessage',
      read: readMessage(ruling.message),
      server,
      direction: connection.direction('in'),
      synthetic: true,
    });
    const asked = { ...exchange, request: read.message };
    return andThen(reply, (judged) =>
      judged.kind === 'refuse' ? judged : andThen(inventory.show(asked, judged.message), asReply),
    );
  });
}

function ruleIn({ connection, exchange, read, extra }: Passing): MaybePromise<Ruling> {
  const { server } = connection;
  const direction = connection.direction('in');
  const gated = gateMessage(exchange.chat, {
    event: 'onMcpMessage',
    read,
    server,
    direction,
    extra,
  });
  return andThen(gated, (ruling) => afterGate(connection, exchange, ruling));
}

/** A component that a policy wants absent is neither listed nor called. */
function afterGate(
  { inventory }: Connection,
  exchange: Exchange,
  ruling: Ruling,
): MaybePromise<Ruling> {
  if (ruling.kind !== 'pass') return ruling;
  const { message } = ruling;
  return 'method' in message
    ? (inventory.whyAbsent(exchange, message) ?? ruling)
    : andThen(inventory.show(exchange, message), (shown) =>
        shown.kind === 'pass' && shown.message === message ? ruling : shown,
      );
}

function asReply(ruling: Ruling): Ruling {
  return ruling.kind === 'pass' ? { kind: 'reply', message: ruling.message } : ruling;
}
