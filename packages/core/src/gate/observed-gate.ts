import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import type { HookList, HookPlan } from '../registry/hook-plan.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { andThen, isThenable } from '../maybe-promise.ts';
import { sourceOf, tooDeep } from '../context/context-state.ts';
import type { EventContext } from '../context/event-context.ts';
import type { Tally } from '../context/tally.ts';
import { notify, notifyEvent } from '../records/tell-observers.ts';
import { makeMonitorRecord, makeRecord } from '../records/decision-record.ts';
import type { Ruling } from '../context/ruling.ts';
import { judgeChange } from './fold-verdict.ts';
import { HookWalk } from './hook-walk.ts';

/** Runs a gate that somebody watches: walks the hooks, then reports the decision to the observers. */
export function observedGate(
  slot: EventHooks,
  plan: HookPlan,
  ctx: EventContext,
  list: HookList,
): MaybePromise<Ruling> {
  const startedAt = performance.now();
  const walk = new HookWalk(slot, plan, ctx, list);
  // The tally is made at once, because a record needs the number of asked hooks and their answers.
  if (plan.takesSilence || sourceOf(ctx).registry.settings.trace) void walk.tally;
  return andThen(tooDeep(ctx) ? stopTooDeep(walk.tally) : walk.rerun(), (ruling) =>
    plan.quiet
      ? ruling
      : walk.told === undefined
        ? andThen(notify(slot, ctx), () => ruling)
        : tellTold(walk.told, ruling, startedAt),
  );
}

function tellTold(tally: Tally, ruling: Ruling, startedAt: number): MaybePromise<Ruling> {
  return andThen(judgeWould(tally), () => tell(tally, ruling, startedAt));
}

/** Judges the changes that monitored hooks would make, in the same way as real changes. */
function judgeWould(tally: Tally): MaybePromise<unknown> {
  let judged: MaybePromise<unknown>;
  for (const each of tally.would ?? [])
    judged = andThen(judged, () =>
      andThen(judgeChange(tally, each.verdict), (verdict) => {
        each.verdict = verdict;
      }),
    );
  return judged;
}

const TOO_DEEP: DenyVerdict = Object.freeze({
  decision: 'deny',
  code: 'depth_exceeded',
  reason: 'Policies or agents are nested too deeply.',
});

/**
 * Denies above the limit without running any hook. Otherwise a hook with `always` would go on for ever. Where no hook
 * may decide, as in monitor mode, the step goes on and the record says why no hook was asked.
 */
function stopTooDeep(tally: Tally): Ruling {
  if (!tally.plan.intercepts) {
    tally.remarks = [{ ...TOO_DEEP, decision: 'allow' }];
    return tally.ctx;
  }
  tally.final = TOO_DEEP;
  return TOO_DEEP;
}

function tell(tally: Tally, ruling: Ruling, startedAt: number): MaybePromise<Ruling> {
  const { slot, plan, ctx } = tally;
  const only = ctx.mode === 'monitor';
  const record =
    plan.takers.length > 0
      ? (only ? makeMonitorRecord : makeRecord)(tally, startedAt, ruling)
      : undefined;
  const told: unknown[] = [notify(slot, ctx, record)];
  const decided = (what: DecisionRecord): unknown =>
    told.push(notifyEvent(sourceOf(ctx), 'onDecision', { record: what }));
  if (record !== undefined) {
    decided(record);
    if (!only && tally.would !== undefined) decided(makeMonitorRecord(tally, startedAt));
  }
  return told.some(isThenable) ? Promise.all(told).then(() => ruling) : ruling;
}
