import type { Dict, MaybePromise } from '@interpose/core';
import { andThen, isCausedByAbort } from '@interpose/adapter-kit';
import { toFailure } from '@interpose/core/adapter';
import type { Connection } from '../messages/connection.ts';
import { endExchange } from '../messages/exchange.ts';
import { errorAnswer, failedAnswer } from '../messages/from-contract.ts';
import { ruleParcel, type Ruled } from '../messages/rule-message.ts';
import { readParcel } from '../messages/to-contract.ts';

/** What stands in for a failure that hooks did not let pass as it is. */
export interface Instead {
  /** For the requests that wait on this side. */
  readonly answers: readonly Dict[];
  /** What a send that no request waits for fails with. */
  readonly failure: Error;
}

/**
 * Asks the hooks about what a transport failed with, as the answer that it is: the text of a refused HTTP request was
 * written by the other side. Undefined where they leave it alone, and where the caller gave up himself.
 */
export function askAboutFailure(
  connection: Connection,
  sent: readonly Ruled[],
  thrown: unknown,
): MaybePromise<Instead | undefined> {
  if (connection.silent('in') || isCausedByAbort(thrown)) return undefined;
  const { message } = toFailure(thrown);
  const ids = sent.flatMap(({ read }) => (read.kind === 'request' ? [read.id!] : []));
  const told = (ids.length > 0 ? ids : [null]).map((id) => failedAnswer(id, message));
  const way = { connection, leg: 'in', extra: undefined, opened: () => undefined } as const;
  return andThen(ruleParcel(way, readParcel(told)), (ruled) => {
    for (const { exchange, ruling, ...failed } of ruled) {
      if ('error' in failed) connection.report(failed.error);
      const denied = { kind: 'done', reason: 'denied' } as const;
      endExchange(exchange, ruling.kind === 'refuse' ? denied : { kind: 'error', error: thrown });
    }
    return insteadOf(ruled);
  });
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
  const answers = all.filter(({ id }) => id !== null);
  return { answers, failure: new Error(String(message)) };
}
