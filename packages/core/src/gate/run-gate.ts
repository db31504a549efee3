import type { Ruling } from '../context/ruling.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { HookList, HookPlan } from '../registry/hook-plan.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { callHook, HookFailure } from './call-hook.ts';
import { type EventSource, nesting } from '../context/event-source.ts';
import {
  decide,
  sourceOf,
  payloadOf,
  tooDeep,
  emissionOf,
  type Emission,
  type Payload,
} from '../context/context-state.ts';
import { emitContext, type EventContext } from '../context/event-context.ts';
import { denialOf, type StandingVerdict } from '../context/refusal.ts';
import { isNativePromise, isThenable } from '../maybe-promise.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import { observedGate } from './observed-gate.ts';
import { isCheckedDeny } from '../authoring/verdicts.ts';
import { HookWalk } from './hook-walk.ts';

/** Translates a gate's verdict for the step at hand; undefined if no hook interfered. */
export type ReadVerdict<T> = (
  verdict: StandingVerdict | undefined,
  ctx: EventContext,
) => MaybePromise<T>;

/** Asks the hooks of one interceptor event and passes the standing verdict to `read`. It waits only if a hook does. */
export function passGate<T>(
  source: EventSource,
  event: string,
  payload: Payload,
  emission: Emission | undefined,
  read: ReadVerdict<T>,
): MaybePromise<T> {
  const slot = source.registry.slot(event);
  const ctx = emitContext(source, slot.definition, payload, emission);
  const { startDenied } = source;
  if (startDenied !== undefined) return read(startDenied, ctx);
  const ruling = runGate(slot, ctx);
  return isThenable(ruling)
    ? readLater(ctx, ruling, read)
    : read(standingVerdict(ctx, ruling), ctx);
}

/** Apart, so that a gate makes no closure if no hook is awaited. */
function readLater<T>(
  ctx: EventContext,
  ruling: PromiseLike<Ruling>,
  read: ReadVerdict<T>,
): Promise<T> {
  return ruling.then((settled) => read(standingVerdict(ctx, settled), ctx)) as Promise<T>;
}

/** For callers that read the verdict themselves. */
export function asItIs(verdict: StandingVerdict | undefined): StandingVerdict | undefined {
  return verdict;
}

/** Returns the verdict of a ruling; undefined if no hook interfered. */
export function standingVerdict(ctx: EventContext, ruling: Ruling): StandingVerdict | undefined {
  if (ruling === ctx) return undefined;
  const verdict = ruling as AnyVerdict;
  return verdict.decision === 'deny' ? denialOf(ctx, verdict) : verdict;
}

/**
 * Asks the hooks of one event. Returns without a promise if no hook returned one and no approval is needed. Mostly no
 * hook returns anything; the first that does starts a walk.
 *
 * @throws the chat's abort reason, or the error of a hook whose `onError` is `throw`.
 */
export function runGate(slot: EventHooks, ctx: EventContext): MaybePromise<Ruling> {
  const source = sourceOf(ctx);
  const plan = slot.definition.answers === undefined ? slot.plan : slot.planFor(payloadOf(ctx));
  const isBare = plan.bare && !source.aborted && nesting.depth + source.depth === 0;
  return isBare ? runFast(slot, plan, ctx) : runCarefully(slot, plan, ctx);
}

/** The bare loop, for plans in which no hook can be skipped, and without observers or nesting. */
function runFast(slot: EventHooks, plan: HookPlan, ctx: EventContext): MaybePromise<Ruling> {
  const { calls } = plan;
  const { family } = slot;
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
    return goOn(slot, plan, ctx, plan, index, returned);
  }
  nesting.depth = 0;
  return unlessAborted(ctx);
}

/** The loop for plans with filters, conditions, observers or monitored hooks, and for nested dispatches. */
function runCarefully(slot: EventHooks, plan: HookPlan, ctx: EventContext): MaybePromise<Ruling> {
  const source = sourceOf(ctx);
  if (source.aborted) throw source.abortReason;
  const list = plan.filtered ? matching(plan, ctx) : plan;
  if (!plan.simple || tooDeep(ctx)) return observedGate(slot, plan, ctx, list);
  for (let index = 0; index < list.hooks.length; index++) {
    const returned = callHook(list.hooks[index]!, ctx);
    if (returned !== undefined) return goOn(slot, plan, ctx, list, index, returned);
  }
  return unlessAborted(ctx);
}

function unlessAborted(ctx: EventContext): Ruling {
  const { aborted, abortReason } = sourceOf(ctx);
  if (aborted) throw abortReason;
  return ctx;
}

/** Goes on from the hook that returned something, or after which the registry changed. */
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
    if (isLast && isNativePromise(returned) && !plan.timed && !sourceOf(ctx).abortable) {
      return awaitLast(slot, plan, ctx, list, returned);
    }
    return new HookWalk(slot, plan, ctx, list).proceed(index, returned);
  }
  const { aborted, abortReason } = sourceOf(ctx);
  if (aborted) throw abortReason;
  decide(ctx, list.hooks[index]);
  return returned;
}

/** Waits for the last hook, if it has no time limit. Mostly it returns nothing. */
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
