import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import type { HookList, Plan } from '../registry/hook-plan.ts';
import type { Slot } from '../registry/event-hooks.ts';
import { andThen } from '../gate/maybe-promise.ts';
import { isThenable } from '../gate/call-hook.ts';
import { originOf, tooDeep } from '../gate/context/context-state.ts';
import type { EventContext } from '../gate/context/event-context.ts';
import type { Fold } from '../gate/tally.ts';
import { notify, notifyEvent } from './tell-observers.ts';
import { makeMonitorRecord, makeRecord } from './decision-record.ts';
import type { Ruling } from '../gate/run-gate.ts';
import { judgeChange } from '../gate/settle-gate.ts';
import { Walk } from '../gate/hook-walk.ts';

/** Runs a gate somebody watches: walks the hooks, then tells the decision and the observers. */
export function finishGate(
  slot: Slot,
  plan: Plan,
  ctx: EventContext,
  list: HookList,
): MaybePromise<Ruling> {
  const startedAt = performance.now();
  const walk = new Walk(slot, plan, ctx, list);
  const { fold } = walk;
  return andThen(tooDeep(ctx) ? denyTooDeep(fold) : walk.rerun(), (ruling) =>
    plan.quiet ? ruling : andThen(judgeWould(fold), () => tell(fold, ruling, startedAt)),
  );
}

/** What monitored hooks would have changed is judged as a change is. */
function judgeWould(fold: Fold): MaybePromise<unknown> {
  let judged: MaybePromise<unknown>;
  for (const each of fold.would ?? [])
    judged = andThen(judged, () =>
      andThen(judgeChange(fold, each.verdict), (verdict) => {
        each.verdict = verdict;
      }),
    );
  return judged;
}

/** Over the limit no hook runs at all, else one that runs always would go on for ever. */
function denyTooDeep(fold: Fold): DenyVerdict {
  const deny: DenyVerdict = {
    decision: 'deny',
    code: 'depth_exceeded',
    reason: 'Policies or agents are nested too deeply.',
  };
  fold.final = deny;
  return deny;
}

function tell(fold: Fold, ruling: Ruling, startedAt: number): MaybePromise<Ruling> {
  const { slot, plan, ctx } = fold;
  const only = ctx.mode === 'monitor';
  const record = plan.takesRecord
    ? (only ? makeMonitorRecord : makeRecord)(fold, startedAt, ruling)
    : undefined;
  const told: unknown[] = [notify(slot, ctx, record)];
  const decided = (what: DecisionRecord): unknown =>
    told.push(notifyEvent(originOf(ctx), 'onDecision', { record: what }));
  if (record !== undefined) {
    decided(record);
    if (!only && fold.would !== undefined) decided(makeMonitorRecord(fold, startedAt));
  }
  return told.some(isThenable) ? Promise.all(told).then(() => ruling) : ruling;
}
