import type { MaybePromise } from '../contract/hooks/store.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { isThenable } from '../gate/call-hook.ts';
import type { Payload } from '../gate/context/context-state.ts';
import { denialOf } from '../gate/refusal.ts';
import type { EventContext } from '../gate/context/event-context.ts';
import { notify } from '../records/tell-observers.ts';
import { runGate, type Ruling } from '../gate/run-gate.ts';
import type { RunningChat } from './running-chat.ts';
import { ALLOW } from '../authoring/verdicts.ts';

/**
 * Dispatches an event that somebody listens to, and turns its ruling into a verdict; observers need no answer.
 * It stands apart from the check for listeners, whose caller would pay for these closures.
 */
export function dispatchIn(
  chat: RunningChat,
  slot: EventHooks,
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
