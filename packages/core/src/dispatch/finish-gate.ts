import type { MaybePromise } from '../contract/store.ts';
import type { DenyVerdict } from '../contract/verdict.ts';
import type { HookList, Plan } from '../hooks/plan.ts';
import type { Slot } from '../hooks/slot.ts';
import { isThenable } from './call-hook.ts';
import { originOf, tooDeep } from './context-state.ts';
import type { EventContext } from './event-context.ts';
import type { Fold } from './fold.ts';
import { notify, notifyEvent } from './notify.ts';
import { makeMonitorRecord, makeRecord } from './record.ts';
import type { Ruling } from './run-gate.ts';
import { Walk } from './walk.ts';

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
  const ruling = tooDeep(ctx) ? denyTooDeep(fold) : walk.rerun();
  if (isThenable(ruling)) return ruling.then((settled) => tell(fold, settled, startedAt));
  return tell(fold, ruling, startedAt);
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
  if (plan.quiet) return ruling;
  const monitored = ctx.mode === 'monitor';
  const waiting: PromiseLike<void>[] = [];
  const record = plan.takesRecord
    ? (monitored ? makeMonitorRecord : makeRecord)(fold, startedAt, ruling)
    : undefined;
  collect(waiting, notify(slot, ctx, record));
  if (record !== undefined) collect(waiting, notifyEvent(originOf(ctx), 'onDecision', { record }));
  if (plan.takesRecord && !monitored && fold.would !== undefined) {
    collect(
      waiting,
      notifyEvent(originOf(ctx), 'onDecision', { record: makeMonitorRecord(fold, startedAt) }),
    );
  }
  return waiting.length === 0 ? ruling : Promise.all(waiting).then(() => ruling);
}

function collect(waiting: PromiseLike<void>[], told: MaybePromise<void>): void {
  if (isThenable(told)) waiting.push(told);
}
