import type { MaybePromise } from '../contract/store.ts';
import { decide } from './context-state.ts';
import { emissionOf } from './event-context.ts';
import type { Fold, PendingAsk } from './fold.ts';
import type { Ruling } from './run-gate.ts';
import { settleAsk } from './settle-ask.ts';

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
  return fold.changed ? { decision: 'modify', value: fold.value } : ctx;
}

async function settleAsks(fold: Fold, asks: readonly PendingAsk[]): Promise<Ruling> {
  return (await settleAsk(fold, asks)) ?? settleGate(fold);
}
