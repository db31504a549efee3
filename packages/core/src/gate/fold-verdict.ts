import type { AnyVerdict, ModifyVerdict } from '../contract/decisions/verdict.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { ToolCall } from '../contract/values/index.ts';
import { settleAsk } from '../approvals/settle-ask.ts';
import { andThen } from '../maybe-promise.ts';
import type { Registration } from '../registry/registration.ts';
import { decide, emissionOf, sourceOf } from '../context/context-state.ts';
import { type PendingAsk, recordStep, reroute, type Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import { findingOf } from '../authoring/with-finding.ts';
import { readVerdict } from './read-verdict.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { problemOf, REMEDY, type Ruling } from '../context/ruling.ts';
import { HookFailure } from './call-hook.ts';
import { reportHookError } from '../records/tell-observers.ts';

/**
 * Adds one hook's answer to the answers before it. A failure counts as the hook's `onError` says.
 *
 * @throws the hook's own error if `onError` is `throw`.
 */
export function foldAnswer(
  tally: Tally,
  hook: Registration,
  answer: unknown,
  calledAt: number,
): void {
  const { steps } = tally;
  if (steps === undefined && takesPlainChange(tally, hook, answer)) return;
  const failure = HookFailure.is(answer) ? answer : undefined;
  const verdict = failure?.verdict() ?? readVerdict(tally.slot.definition, answer);
  steps?.push(recordStep(hook.label, verdict, calledAt, findingOf(failure?.error ?? answer)));
  const problem = problemOf(verdict);
  if (failure !== undefined) report(tally, hook, failure.error, failure.code);
  else if (problem !== undefined)
    report(tally, hook, new InterposeError(UNREADABLE, problem, REMEDY), UNREADABLE);
  if (failure !== undefined && hook.onError === 'allow') return;
  if (failure !== undefined && hook.onError === 'throw' && !hook.monitor) {
    const { aborted, abortReason } = sourceOf(tally.ctx);
    throw aborted ? abortReason : failure.error;
  }
  foldVerdict(tally, hook, verdict);
}

const UNREADABLE = 'invalid_verdict';

function report(tally: Tally, hook: Registration, error: unknown, code: string): void {
  reportHookError(sourceOf(tally.ctx), hook.label, tally.slot.definition.name, error, code);
}

function foldVerdict(tally: Tally, hook: Registration, read: AnyVerdict): void {
  if (read.decision === 'allow') return remark(tally, read);
  const verdict = supported(tally, hook, read);
  if (verdict.decision === 'modify' && verdict.value === tally.value) return;
  if (hook.monitor) {
    (tally.would ??= []).push({ hook, verdict });
    return;
  }
  const before = tally.final?.decision;
  if (before === 'deny' || (before !== undefined && verdict.decision !== 'deny')) return;
  switch (verdict.decision) {
    case 'deny':
    case 'respond':
      tally.final = verdict;
      decide(tally.ctx, hook);
      break;
    case 'ask':
      if (tally.settled?.has(hook) !== true) (tally.asks ??= []).push({ hook, verdict });
      break;
    case 'retry':
      if (tally.retry === undefined) {
        tally.retry = verdict;
        tally.retryBy = hook;
      }
      break;
    default:
      remark(tally, verdict);
      tally.replace((verdict as ModifyVerdict).value);
      (tally.modifiers ??= []).push(
        ...(namesBehind(verdict)?.map((label) => ({ label })) ?? [hook]),
      );
  }
}

/** Keeps the reason, code and data of a verdict that does not stand. */
function remark(tally: Tally, verdict: AnyVerdict): void {
  if ((verdict.reason ?? verdict.code ?? verdict.data) !== undefined)
    (tally.remarks ??= []).push(verdict);
}

/**
 * Takes the most common change, an object with only the slot's key and a valid value, without a verdict object. A
 * failure has more keys.
 */
function takesPlainChange(tally: Tally, hook: Registration, returned: unknown): boolean {
  if (
    typeof returned !== 'object' ||
    returned === null ||
    hook.monitor ||
    tally.final !== undefined
  )
    return false;
  const { slot: key, checkSlot } = tally.slot.definition;
  if (key === undefined || !tally.mayModify || emissionOf(tally.ctx).tooLate !== undefined)
    return false;
  let value: unknown;
  try {
    for (const other in returned) if (other !== key) return false;
    value = (returned as Readonly<Record<string, unknown>>)[key];
    const before = tally.value;
    if (value === undefined || value === before || checkSlot?.(value, before) !== undefined)
      return false;
    if (key === 'call' && !sameCall(before as ToolCall, value as ToolCall)) return false;
  } catch {
    return false;
  }
  tally.replace(value);
  (tally.modifiers ??= []).push(hook);
  return true;
}

function sameCall(before: ToolCall, after: ToolCall): boolean {
  return after.id === before.id && after.name === before.name;
}

/** Laws 8 and 12 in LAWS.md: a verdict that cannot be carried out here becomes a deny, never an allow. */
function supported(tally: Tally, hook: Registration, verdict: AnyVerdict): AnyVerdict {
  const { decision } = verdict;
  const { tooLate } = emissionOf(tally.ctx);
  if (!hook.monitor && tooLate?.includes(decision) === true)
    return {
      decision: 'deny',
      code: 'too_late',
      reason: 'A verdict came after the answer had left.',
    };
  if (decision === 'deny' || tally.can(decision))
    return (decision === 'modify' && reroute(tally, verdict.value)) || verdict;
  const reason = `A policy asked for "${decision}", which cannot be done here.`;
  return { decision: 'deny', code: `${decision}_unsupported`, reason };
}

/** Turns the answers of the hooks into one ruling, strongest first. */
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

/** Law 8 in LAWS.md, for changes: a changed value that this host cannot carry out becomes a deny. */
export function judgeChange(tally: Tally, verdict: AnyVerdict): MaybePromise<AnyVerdict> {
  if (verdict.decision !== 'modify') return verdict;
  const why = emissionOf(tally.ctx).unsupported?.(verdict.value as never, tally.original as never);
  return andThen(why, (reason) =>
    reason === undefined ? verdict : { decision: 'deny', code: 'modify_unsupported', reason },
  );
}

async function settleAsks(tally: Tally, asks: readonly PendingAsk[]): Promise<Ruling> {
  return (await settleAsk(tally, asks)) ?? settleGate(tally);
}
