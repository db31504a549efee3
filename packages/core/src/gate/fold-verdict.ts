import type {
  AnyVerdict,
  DenyVerdict,
  ModifyVerdict,
  RespondVerdict,
} from '../contract/decisions/verdict.ts';
import type { ToolCall } from '../contract/values/index.ts';
import type { Registration } from '../registry/registration.ts';
import { decide } from './context/context-state.ts';
import { emissionOf } from './context/event-context.ts';
import type { Fold } from './tally.ts';
import { namesBehind } from '../authoring/on-behalf-of.ts';
import { readVerdict } from './read-verdict.ts';
import { reroute } from './rerouted-call.ts';

/** Folds what one hook returned into the rest; true when the chain stops here. */
export function foldVerdict(fold: Fold, hook: Registration, returned: unknown): boolean {
  const { slot } = fold;
  if (takesPlainChange(fold, hook, returned)) return false;
  const read = readVerdict(slot.definition, returned);
  if (read.decision === 'allow') {
    if (read.code !== undefined) (fold.notes ??= []).push(read.code);
    return false;
  }
  const verdict = supported(fold, hook, read);
  if (verdict.decision === 'modify' && verdict.value === fold.value) return false;
  if (hook.monitor) {
    (fold.would ??= []).push({ hook, verdict });
    return false;
  }
  if (fold.final !== undefined && verdict.decision !== 'deny') return true;
  switch (verdict.decision) {
    case 'deny':
      if (fold.final?.decision === 'deny') return true;
      return stop(fold, hook, verdict);
    case 'respond':
      return stop(fold, hook, verdict);
    case 'ask':
      if (fold.settled?.has(hook) !== true) (fold.asks ??= []).push({ hook, verdict });
      break;
    case 'retry':
      if (fold.retry === undefined) {
        fold.retry = verdict;
        fold.retryBy = hook;
      }
      break;
    default:
      fold.replace((verdict as ModifyVerdict).value);
      (fold.modifiers ??= []).push(
        ...(namesBehind(verdict)?.map((label) => ({ label })) ?? [hook]),
      );
  }
  return false;
}

/** Takes the slot's key alone with a value that fits: the commonest change needs no verdict object. */
function takesPlainChange(fold: Fold, hook: Registration, returned: unknown): boolean {
  if (typeof returned !== 'object' || returned === null || hook.monitor || fold.final !== undefined)
    return false;
  const { slot: key, checkSlot } = fold.slot.definition;
  if (key === undefined || !fold.mayModify || emissionOf(fold.ctx).tooLate !== undefined)
    return false;
  let value: unknown;
  try {
    for (const other in returned) if (other !== key) return false;
    value = (returned as Readonly<Record<string, unknown>>)[key];
    const before = fold.value;
    if (value === undefined || value === before || checkSlot?.(value, before) !== undefined)
      return false;
    if (key === 'call' && !sameCall(before as ToolCall, value as ToolCall)) return false;
  } catch {
    return false;
  }
  fold.replace(value);
  (fold.modifiers ??= []).push(hook);
  return true;
}

function sameCall(before: ToolCall, after: ToolCall): boolean {
  return after.id === before.id && after.name === before.name;
}

function stop(fold: Fold, hook: Registration, verdict: DenyVerdict | RespondVerdict): true {
  fold.final = verdict;
  decide(fold.ctx, hook);
  return true;
}

/** Laws 8 and 12: what cannot be carried out here becomes a deny, never an allow. */
function supported(fold: Fold, hook: Registration, verdict: AnyVerdict): AnyVerdict {
  const { decision } = verdict;
  const { tooLate } = emissionOf(fold.ctx);
  if (!hook.monitor && tooLate?.includes(decision) === true)
    return {
      decision: 'deny',
      code: 'too_late',
      reason: 'A verdict came after the answer had left.',
    };
  if (decision === 'deny' || fold.can(decision))
    return (decision === 'modify' && reroute(fold, verdict.value)) || verdict;
  const reason = `A policy asked for "${decision}", which cannot be done here.`;
  return { decision: 'deny', code: `${decision}_unsupported`, reason };
}
