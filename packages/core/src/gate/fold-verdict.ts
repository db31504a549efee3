import type {
  AnyVerdict,
  DenyVerdict,
  ModifyVerdict,
  RespondVerdict,
} from '../contract/decisions/verdict.ts';
import type { ToolCall } from '../contract/values/index.ts';
import type { Registration } from '../registry/registration.ts';
import { decide, emissionOf, sourceOf } from '../context/context-state.ts';
import { recordStep, reroute, type Tally } from '../context/tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import { readVerdict } from './read-verdict.ts';
import { HookFailure } from './call-hook.ts';
import { reportHookError } from '../records/tell-observers.ts';

/** Folds what one hook returned into the rest; true when the chain stops here. */
function foldVerdict(tally: Tally, hook: Registration, returned: unknown): boolean {
  const { slot } = tally;
  if (takesPlainChange(tally, hook, returned)) return false;
  const read = readVerdict(slot.definition, returned);
  if (read.decision === 'allow') {
    if (read.code !== undefined) (tally.notes ??= []).push(read.code);
    return false;
  }
  const verdict = supported(tally, hook, read);
  if (verdict.decision === 'modify' && verdict.value === tally.value) return false;
  if (hook.monitor) {
    (tally.would ??= []).push({ hook, verdict });
    return false;
  }
  if (tally.final !== undefined && verdict.decision !== 'deny') return true;
  switch (verdict.decision) {
    case 'deny':
      if (tally.final?.decision === 'deny') return true;
      return stop(tally, hook, verdict);
    case 'respond':
      return stop(tally, hook, verdict);
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
      tally.replace((verdict as ModifyVerdict).value);
      (tally.modifiers ??= []).push(
        ...(namesBehind(verdict)?.map((label) => ({ label })) ?? [hook]),
      );
  }
  return false;
}

/** Takes the slot's key alone with a value that fits: the commonest change needs no verdict object. */
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

function stop(tally: Tally, hook: Registration, verdict: DenyVerdict | RespondVerdict): true {
  tally.final = verdict;
  decide(tally.ctx, hook);
  return true;
}

/** Laws 8 and 12 in LAWS.md: what cannot be carried out here becomes a deny, never an allow. */
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

/**
 * Folds one hook's answer, or its failure as its `onError` says.
 *
 * @throws the hook's own error where `onError` is `throw`.
 */
export function foldAnswer(
  tally: Tally,
  hook: Registration,
  answer: unknown,
  calledAt: number,
): void {
  const { definition } = tally.slot;
  const failure = answer instanceof HookFailure ? answer : undefined;
  if (tally.steps !== undefined) {
    const verdict = failure === undefined ? readVerdict(definition, answer) : failure.verdict();
    tally.steps.push(recordStep(hook.label, verdict, calledAt));
  }
  if (failure === undefined) {
    foldVerdict(tally, hook, answer);
    return;
  }
  reportHookError(sourceOf(tally.ctx), hook.label, definition.name, failure.error, failure.code);
  if (hook.onError === 'allow') return;
  if (hook.onError === 'throw' && !hook.monitor) {
    const { aborted, abortReason } = sourceOf(tally.ctx);
    throw aborted ? abortReason : failure.error;
  }
  foldVerdict(tally, hook, failure.verdict());
}
