import { ALLOW } from '../authoring/verdicts.ts';
import type { Payload } from '../context/context-state.ts';
import { emitContext } from '../context/event-context.ts';
import type { EventSource } from '../context/event-source.ts';
import { isThenable } from '../maybe-promise.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { notify } from '../records/tell-observers.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { runGate, standingVerdict } from './run-gate.ts';

/**
 * Dispatches an event that somebody listens to, and turns the ruling into a verdict. An event that is only observed
 * needs no ruling. This is apart from the check for listeners, because the closures here would cost its caller.
 */
export function dispatchEvent(
  source: EventSource,
  slot: EventHooks,
  payload: Payload,
  native: unknown,
): MaybePromise<AnyVerdict> {
  const emission = native === undefined ? undefined : { native };
  const ctx = emitContext(source, slot.definition, { ...payload }, emission);
  if (slot.definition.kind === 'observer') {
    const told = notify(slot, ctx);
    return isThenable(told) ? told.then(() => ALLOW) : ALLOW;
  }
  if (source.startDenied !== undefined) return source.startDenied;
  const ruling = runGate(slot, ctx);
  return isThenable(ruling)
    ? ruling.then((settled) => standingVerdict(ctx, settled) ?? ALLOW)
    : (standingVerdict(ctx, ruling) ?? ALLOW);
}
