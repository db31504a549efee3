import type { MaybePromise } from '../contract/hooks/store.ts';
import type { ModelRequest } from '../contract/values/index.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import { andThen } from './maybe-promise.ts';
import { decide } from './context/context-state.ts';
import { emissionOf } from './context/event-context.ts';
import type { Fold, PendingAsk } from './tally.ts';
import type { Ruling } from './run-gate.ts';
import { settleAsk } from '../approvals/settle-ask.ts';

/** Turns what the hooks said into the one ruling, strongest first. */
export function settleGate(fold: Fold): MaybePromise<Ruling> {
  const { ctx } = fold;
  if (fold.final !== undefined) return fold.final;
  if (fold.asks !== undefined) return settleAsks(fold, fold.asks);
  if (fold.retry !== undefined) {
    if ((emissionOf(ctx).retriesLeft ?? 1) > 0) {
      fold.replace(fold.original);
      decide(ctx, fold.retryBy);
      return fold.retry;
    }
    fold.retryExhausted = true;
  }
  return fold.changed ? changeOf(fold) : ctx;
}

function changeOf(fold: Fold): MaybePromise<Ruling> {
  const { ctx, value } = fold;
  const change = { decision: 'modify', value } as const;
  return andThen(judgeChange(fold, change), (verdict): Ruling => {
    if (verdict.decision !== 'deny') return verdict;
    decide(ctx, fold.modifiers?.at(-1));
    return (fold.final = verdict);
  });
}

/** Law 8 for what was changed: a value that this host cannot carry out is a deny. */
export function judgeChange(fold: Fold, verdict: AnyVerdict): MaybePromise<AnyVerdict> {
  if (verdict.decision !== 'modify') return verdict;
  return andThen(emissionOf(fold.ctx).unsupported?.(verdict.value as ModelRequest), (reason) =>
    reason === undefined ? verdict : { decision: 'deny', code: 'modify_unsupported', reason },
  );
}

async function settleAsks(fold: Fold, asks: readonly PendingAsk[]): Promise<Ruling> {
  return (await settleAsk(fold, asks)) ?? settleGate(fold);
}
