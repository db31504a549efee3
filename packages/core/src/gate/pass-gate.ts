import type { Emission, Payload } from '../context/context-state.ts';
import { emitContext, type EventContext } from '../context/event-context.ts';
import type { EventSource } from '../context/event-source.ts';
import { isThenable } from '../maybe-promise.ts';
import { standingVerdict, type StandingVerdict } from '../context/refusal.ts';
import type { Ruling } from '../context/ruling.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { runGate } from './run-gate.ts';

/** Says what a gate's verdict means for the step at hand; undefined when nothing interfered. */
export type ReadVerdict<T> = (
  verdict: StandingVerdict | undefined,
  ctx: EventContext,
) => MaybePromise<T>;

/** Asks the hooks of one interceptor event and hands the verdict that stands to `read`; waits only when a hook does. */
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

/** Apart, so that a gate that waits for nobody makes no closure. */
function readLater<T>(
  ctx: EventContext,
  ruling: PromiseLike<Ruling>,
  read: ReadVerdict<T>,
): Promise<T> {
  return ruling.then((settled) => read(standingVerdict(ctx, settled), ctx)) as Promise<T>;
}

/** For those who read the verdict themselves. */
export function asItIs(verdict: StandingVerdict | undefined): StandingVerdict | undefined {
  return verdict;
}
