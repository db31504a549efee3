import type { Dict, MaybePromise } from '@interpose/core';
import { andThen, isCopy, isThenable } from '@interpose/adapter-kit';
import { frozenCopy } from '@interpose/core/adapter';
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import {
  refusedAsMalformed,
  refusedByFailure,
  refusedFor,
  thawed,
  type Ruling,
} from './from-contract.ts';
import { eventOf, gateMessage, type Leg, type Passing } from './gate-message.ts';
import { isJson } from './is-json.ts';
import { KNOWN_METHODS } from './known-methods.ts';
import { allOf, askEach, type AskOne } from './questions.ts';
import { readMessage, type Parcel, type ReadMessage } from './to-contract.ts';

/** One message and its ruling. */
export interface Ruled {
  readonly read: ReadMessage;
  readonly ruling: Ruling;
  /** Undefined where no chat could be opened. */
  readonly exchange?: Exchange;
  /** What the message held when the hooks were asked about it; undefined where they were not. */
  readonly kept?: Dict;
  /** True for an answer that came before: nobody waits for it, and the hooks were not asked again. */
  readonly isRepeated?: true;
  /** The error that kept the hooks from deciding; it is reported on this side. */
  readonly error?: unknown;
}

/** The connection and the direction of the messages, and the function that is told the exchange of each. */
export interface Way {
  readonly connection: Connection;
  readonly leg: Leg;
  /** The value that came with the messages: the options of `send`, or the extra of `onmessage`. */
  readonly extra: unknown;
  readonly opened: (exchange: Exchange) => void;
}

/** Asks the hooks about every message of a parcel; returns no promise if no hook has to be awaited. */
export function ruleParcel(way: Way, { reads }: Parcel): MaybePromise<readonly Ruled[]> {
  return allOf(reads.map((read): MaybePromise<Ruled> => ruleMessage(way, read)));
}

/**
 * Returns the ruling for a message that goes on now: whoever made it may have changed it while the hooks decided, and
 * then it goes as they saw it. What is no JSON goes as it is.
 */
export function asKept(ruled: Ruled): Ruled {
  const { read, ruling, kept } = ruled;
  if (kept === undefined || ruling.kind !== 'pass' || ruling.message !== kept) return ruled;
  const isSame = isCopy(read.message, kept) || !isJson(kept);
  const message = isSame ? read.message : structuredClone(kept);
  return { ...ruled, ruling: { kind: 'pass', message } };
}

/** Returns the ruling without frozen parts of what the hooks were shown. */
function loose(ruling: Ruling, kept: Dict): Ruling {
  if (ruling.kind !== 'pass' || ruling.message === kept) return ruling;
  return { kind: 'pass', message: thawed(ruling.message) ?? ruling.message };
}

/** The reason to refuse a method that policies do not know: they would let it pass without a look. */
const UNKNOWN = 'no policy can know this method; update @interpose/mcp, or drop `require`';

const UNREAD = 'no policy can read what is no JSON; send plain values, or drop `require`';

/** Asks the hooks about one message. A check that fails is a refusal, and an error on this side. */
function ruleMessage(
  { connection, leg, extra, opened }: Way,
  given: ReadMessage,
): MaybePromise<Ruled> {
  const read = connection.options.require ? listed(given) : given;
  if (leg === 'in' && connection.sent.isRepeated(read))
    return { read, ruling: { kind: 'pass', message: read.message }, isRepeated: true };
  if (read.fault !== undefined) return { read, ruling: refusedAsMalformed(read.fault) };
  const unknown = whyUnknown(connection, read);
  if (unknown !== undefined) return { read, ruling: unknown };
  const kept = frozenCopy(read.message);
  let exchange: Exchange | undefined;
  const failed = (error: unknown): Ruled => ({
    read,
    ruling: refusedByFailure(),
    error,
    ...(exchange === undefined ? undefined : { exchange }),
  });
  try {
    const found = leg === 'out' ? connection.exchangeOut(read) : connection.exchangeIn(read);
    const ruled = andThen(found, (mine): MaybePromise<Ruled> => {
      exchange = mine;
      opened(mine);
      const shown = { ...read, message: kept };
      const ruling = rule({ connection, leg, exchange: mine, read: shown, extra });
      return andThen(ruling, (decided) => ({
        read,
        ruling: loose(decided, kept),
        exchange: mine,
        kept,
      }));
    });
    return isThenable(ruled) ? ruled.then(undefined, failed) : ruled;
  } catch (error) {
    return failed(error);
  }
}

/** The same message as a wire would carry it, where that leaves out members that are not listed and nothing else. */
function listed(read: ReadMessage): ReadMessage {
  const { message } = read;
  const isOpen = isJson(message) || !isJson(message, true);
  return isOpen ? read : { ...read, message: JSON.parse(JSON.stringify(message)) as Dict };
}

function whyUnknown({ options }: Connection, read: ReadMessage): Ruling | undefined {
  const why = options.require && whyUnread(read);
  return why ? refusedFor('not_enforced', why) : undefined;
}

function whyUnread({ method, message }: ReadMessage): string | undefined {
  if (method !== undefined && !KNOWN_METHODS.test(method)) return UNKNOWN;
  return isJson(message) ? undefined : UNREAD;
}

function rule(passing: Passing): MaybePromise<Ruling> {
  const { connection, exchange, read } = passing;
  return andThen(gate(passing), (ruling) => {
    if (ruling.kind === 'pass') return afterGate(connection, exchange, ruling);
    if (ruling.kind === 'refuse') return ruling;
    const reply = readMessage(ruling.message);
    const answer: Passing = {
      ...passing,
      leg: 'in',
      read: reply,
      extra: undefined,
      synthetic: true,
    };
    const asked = { ...exchange, request: read.message };
    return andThen(gate(answer), (judged) =>
      judged.kind === 'refuse'
        ? judged
        : andThen(connection.inventory.show(asked, judged.message), asReply),
    );
  });
}

/** Asks the hooks about the message, and then about each question and answer in it. */
function gate(passing: Passing): MaybePromise<Ruling> {
  const { connection, exchange, read, leg } = passing;
  const ask: AskOne = (one) => gateMessage(one === read ? passing : { ...passing, read: one });
  const isHeard = connection.options.require !== undefined || exchange.chat.listens(eventOf(leg));
  return andThen(ask(read), (ruling) =>
    ruling.kind === 'pass' && isHeard
      ? askEach(ruling.message, (one) => whyUnknown(connection, one) ?? ask(one))
      : ruling,
  );
}

/** Removes denied components from a list, and refuses calls to them. */
function afterGate(
  { inventory }: Connection,
  exchange: Exchange,
  ruling: Extract<Ruling, { kind: 'pass' }>,
): MaybePromise<Ruling> {
  const { message } = ruling;
  return 'method' in message
    ? andThen(inventory.whyAbsent(exchange, message), (refusal) => refusal ?? ruling)
    : andThen(inventory.show(exchange, message), (shown) =>
        shown.kind === 'pass' && shown.message === message ? ruling : shown,
      );
}

function asReply(ruling: Ruling): Ruling {
  return ruling.kind === 'pass' ? { kind: 'reply', message: ruling.message } : ruling;
}
