import type { MaybePromise } from '../contract/store.ts';
import type { AnyVerdict } from '../contract/verdict.ts';
import type { Slot } from '../hooks/slot.ts';
import { isThenable } from './call-hook.ts';
import type { Payload } from './context-state.ts';
import { denialOf } from './denial.ts';
import type { EventContext } from './event-context.ts';
import { notify } from './notify.ts';
import { runGate, type Ruling } from './run-gate.ts';
import type { RunningChat } from './running-chat.ts';
import { ALLOW } from './verdicts.ts';

/**
 * Dispatches an event that somebody listens to, and turns its ruling into a verdict; observers need no answer.
 * It stands apart from the check for listeners, whose caller would pay for these closures.
 */
export function dispatchIn(
  chat: RunningChat,
  slot: Slot,
  payload: Payload,
  native: unknown,
): MaybePromise<AnyVerdict> {
  const emission = native === undefined ? undefined : { native };
  const ctx = chat.context(slot.definition.name, { ...payload }, emission);
  if (slot.definition.kind === 'observer') {
    const told = notify(slot, ctx);
    return isThenable(told) ? told.then(() => ALLOW) : ALLOW;
  }
  const ruling = runGate(slot, ctx);
  if (isThenable(ruling)) return ruling.then((settled) => verdictOf(ctx, settled));
  return verdictOf(ctx, ruling);
}

function verdictOf(ctx: EventContext, ruling: Ruling): AnyVerdict {
  if (ruling === ctx) return ALLOW;
  const verdict = ruling as AnyVerdict;
  return verdict.decision === 'deny' ? denialOf(ctx, verdict) : verdict;
}
