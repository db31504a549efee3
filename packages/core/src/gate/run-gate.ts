import type { Ruling } from '../context/ruling.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { HookList, HookPlan } from '../registry/hook-plan.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { callHook, HookFailure } from './call-hook.ts';
import { nesting } from '../context/event-source.ts';
import { decide, sourceOf, payloadOf, tooDeep, emissionOf } from '../context/context-state.ts';
import type { EventContext } from '../context/event-context.ts';
import { observedGate } from './observed-gate.ts';
import { isCheckedDeny } from '../authoring/verdicts.ts';
import { HookWalk } from './hook-walk.ts';

/**
 * Asks the hooks of one event. Returns at once, without a promise, when no hook returned one and nobody asks.
 * The bare loop serves as long as nobody says anything; the first that does starts a walk.
 *
 * @throws the chat's abort reason, or the error of a hook whose `onError` is `throw`.
 */
export function runGate(slot: EventHooks, ctx: EventContext): MaybePromise<Ruling> {
  const origin = sourceOf(ctx);
  const { family, definition } = slot;
  const plan = definition.answers === undefined ? slot.plan : slot.planFor(payloadOf(ctx));
  if (origin.aborted || !plan.bare || nesting.depth + origin.depth > 0)
    return runCarefully(slot, plan, ctx);
  const { calls } = plan.all;
  const { removals } = family;
  nesting.depth = 1;
  for (let index = 0; index < calls.length; index++) {
    let returned: unknown;
    try {
      const hook = calls[index]!;
      returned = hook(ctx);
    } catch (error) {
      returned = new HookFailure(error, 'hook_failed');
    }
    if (returned === undefined && family.removals === removals) continue;
    nesting.depth = 0;
    return goOn(slot, plan, ctx, plan.all, index, returned);
  }
  nesting.depth = 0;
  if (origin.aborted) throw origin.abortReason;
  return ctx;
}

/** For plans with filters, conditions, observers or monitored hooks, and for nested dispatches. */
function runCarefully(slot: EventHooks, plan: HookPlan, ctx: EventContext): MaybePromise<Ruling> {
  const origin = sourceOf(ctx);
  if (origin.aborted) throw origin.abortReason;
  const list = plan.filtered ? matching(plan, ctx) : plan.all;
  if (!plan.simple || tooDeep(ctx)) return observedGate(slot, plan, ctx, list);
  for (let index = 0; index < list.hooks.length; index++) {
    const returned = callHook(list.hooks[index]!, ctx);
    if (returned !== undefined) return goOn(slot, plan, ctx, list, index, returned);
  }
  if (origin.aborted) throw origin.abortReason;
  return ctx;
}

/** Takes it from the hook that said something, or after which the registry was changed. */
function goOn(
  slot: EventHooks,
  plan: HookPlan,
  ctx: EventContext,
  list: HookList,
  index: number,
  returned: unknown,
): MaybePromise<Ruling> {
  if (plan.always || !isCheckedDeny(returned) || emissionOf(ctx).tooLate !== undefined) {
    const isLast = index === list.hooks.length - 1;
    if (isLast && returned instanceof Promise && !plan.timed && !sourceOf(ctx).abortable) {
      return awaitLast(slot, plan, ctx, list, returned);
    }
    return new HookWalk(slot, plan, ctx, list).proceed(index, returned);
  }
  const { aborted, abortReason } = sourceOf(ctx);
  if (aborted) throw abortReason;
  decide(ctx, list.hooks[index]);
  return returned;
}

/** Nothing limits the one hook that is left, and most often it has nothing to say. */
function awaitLast(
  slot: EventHooks,
  plan: HookPlan,
  ctx: EventContext,
  list: HookList,
  pending: Promise<unknown>,
): Promise<Ruling> {
  const answered = (answer: unknown): MaybePromise<Ruling> =>
    answer === undefined && !sourceOf(ctx).aborted
      ? ctx
      : new HookWalk(slot, plan, ctx, list).proceed(list.hooks.length - 1, answer);
  return pending.then(answered, (error: unknown) =>
    answered(new HookFailure(error, 'hook_failed')),
  );
}

function matching(plan: HookPlan, ctx: EventContext): HookList {
  const call = payloadOf(ctx).call as { readonly name: string } | undefined;
  return plan.matching(call?.name, sourceOf(ctx).agent);
}
