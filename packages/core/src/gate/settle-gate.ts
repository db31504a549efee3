import type { MaybePromise } from '../contract/hooks/store.ts';
import type { ModelRequest } from '../contract/values/index.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import { andThen } from '../maybe-promise.ts';
import { decide, emissionOf } from '../context/context-state.ts';
import type { Tally, PendingAsk } from '../context/tally.ts';
import type { Ruling } from '../context/ruling.ts';
import { settleAsk } from '../approvals/settle-ask.ts';

/** Turns what the hooks said into the one ruling, strongest first. */
export function settleGate(tally: Tally): MaybePromise<Ruling> {
  const { ctx } = tally;
  if (tally.final !== undefined) return tally.final;
  if (tally.asks !== undefined) return settleAsks(tally, tally.asks);
  if (tally.retry !== undefined) {
    if ((emissionOf(ctx).retriesLeft ?? 1) > 0) {
      tally.replace(tally.original);
      decide(ctx, tally.retryBy);
      return tally.retry;
    }
    (tally.remarks ??= []).unshift(RETRY_EXHAUSTED);
  }
  return tally.changed ? changeOf(tally) : ctx;
}

const RETRY_EXHAUSTED: AnyVerdict = { decision: 'allow', code: 'retry_exhausted' };

function changeOf(tally: Tally): MaybePromise<Ruling> {
  const { ctx, value } = tally;
  const change = { decision: 'modify', value } as const;
  return andThen(judgeChange(tally, change), (verdict): Ruling => {
    if (verdict.decision !== 'deny') return verdict;
    decide(ctx, tally.modifiers?.at(-1));
    return (tally.final = verdict);
  });
}

/** Law 8 in LAWS.md, for what was changed: a value that this host cannot carry out is a deny. */
export function judgeChange(tally: Tally, verdict: AnyVerdict): MaybePromise<AnyVerdict> {
  if (verdict.decision !== 'modify') return verdict;
  return andThen(emissionOf(tally.ctx).unsupported?.(verdict.value as ModelRequest), (reason) =>
    reason === undefined ? verdict : { decision: 'deny', code: 'modify_unsupported', reason },
  );
}

async function settleAsks(tally: Tally, asks: readonly PendingAsk[]): Promise<Ruling> {
  return (await settleAsk(tally, asks)) ?? settleGate(tally);
}
