import type { Dict, MaybePromise } from '@interpose/core';
import { andThen } from '@interpose/adapter-kit';
import type { Connection } from '../messages/connection.ts';
import { endExchange } from '../messages/exchange.ts';
import { errorAnswer } from '../messages/from-contract.ts';
import { asKept, ruleParcel, type Ruled } from '../messages/rule-message.ts';
import { readParcel, type Id } from '../messages/to-contract.ts';
import { failedAnswer } from './failed-answer.ts';

/** The replacement of a failure that hooks changed or refused. */
export interface Instead {
  /** The answers for the requests that wait on this side. */
  readonly answers: readonly Dict[];
  /** The error that is reported instead, or with which a send rejects if no request waits. */
  readonly failure: Error;
}

/**
 * Asks the hooks about a failure of the transport, as if it were the answer to these requests, or to none. Returns
 * undefined if they leave it alone.
 */
export function askAboutFailure(
  connection: Connection,
  ids: readonly Id[],
  thrown: unknown,
): MaybePromise<Instead | undefined> {
  const waiting = ids.filter((id) => connection.sent.isOpen(id));
  const told = (waiting.length > 0 ? waiting : [null]).map((id) => failedAnswer(id, thrown));
  const way = { connection, leg: 'in', extra: undefined, opened: () => undefined } as const;
  return andThen(ruleParcel(way, readParcel(told)), (all) => {
    const ruled = all.map(asKept);
    for (const each of ruled) end(connection, each, thrown);
    return insteadOf(ruled);
  });
}

function end(
  connection: Connection,
  { read, ruling, exchange, ...failed }: Ruled,
  thrown: unknown,
): void {
  if ('error' in failed) connection.report(failed.error);
  if (ruling.kind === 'refuse') endExchange(exchange, { kind: 'done', reason: 'denied' });
  // A failure that no request waits for is reported, and that completes its exchange.
  else if (read.id === undefined) endExchange(exchange, { kind: 'done', reason: 'completed' });
  else endExchange(exchange, { kind: 'error', error: thrown });
}

function insteadOf(ruled: readonly Ruled[]): Instead | undefined {
  if (ruled.every(({ read, ruling }) => ruling.kind === 'pass' && ruling.message === read.message))
    return undefined;
  const all = ruled.map(({ read: { id }, ruling }) =>
    ruling.kind === 'refuse'
      ? errorAnswer(id ?? null, ruling.refusal, ruling.refusal.here)
      : ruling.message,
  );
  const { message } = (all[0]!['error'] ?? {}) as Dict;
  const answers = all.filter(({ id }) => id !== null && id !== undefined);
  return { answers, failure: new Error(String(message)) };
}
