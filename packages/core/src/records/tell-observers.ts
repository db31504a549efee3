import type { DecisionRecord } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { ObserverRegistration } from '../registry/registration.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { isThenable } from '../maybe-promise.ts';
import { type Payload, sourceOf } from '../context/context-state.ts';
import type { EventSource } from '../context/event-source.ts';
import { createContext, type EventContext } from '../context/event-context.ts';
import { failAtStart, isStart, verdictAtObserver } from './verdict-at-observer.ts';

/**
 * Calls the observers of one event. Parallel observers are not awaited; those in sequence are, in order.
 *
 * @throws the error of an observer with `onError: 'throw'`, except at endings and notes.
 */
export function notify(
  slot: EventHooks,
  ctx: EventContext,
  record?: DecisionRecord,
): MaybePromise<void> {
  const { observers } = slot.plan;
  let sequential: ObserverRegistration[] | undefined;
  for (const observer of observers) {
    if (observer.sequence) (sequential ??= []).push(observer);
    else tell(slot, observer, ctx, record);
  }
  return sequential === undefined ? undefined : tellInOrder(slot, sequential, ctx, record);
}

/** Fires an event that is only observed. Without a listener, it costs nothing. */
export function notifyEvent(
  source: EventSource,
  event: string,
  payload: Payload,
): MaybePromise<void> {
  const slot = source.registry.slot(event);
  return slot.active ? notify(slot, createContext(source, slot.definition, payload)) : undefined;
}

/** Reports a failed hook or observer as `onHookError`. */
export function reportHookError(
  source: EventSource,
  hook: string,
  failedEvent: string,
  error: unknown,
  code: string,
): void {
  if (failedEvent === 'onHookError') return;
  const slot = source.registry.slot('onHookError');
  if (!slot.active) {
    printFailure(source.registry.family.printed, `${hook} failed at ${failedEvent}`, code, error);
    return;
  }
  const told = notifyEvent(source, 'onHookError', { hook, failedEvent, error, code });
  if (isThenable(told)) source.observers.add(told);
}

/** Prints a failure that no `onHookError` observer hears of: each once, and never in production. */
function printFailure(printed: Set<string>, failure: string, code: string, error: unknown): void {
  const key = `${failure} ${code}`;
  if (printed.has(key)) return;
  printed.add(key);
  try {
    if (environment()['NODE_ENV'] === 'production') return;
    const { stack = '', message = String(error) } = (error ?? {}) as Partial<Error>;
    // The message of an error by core begins with the code, and its stack does not lead to the hook.
    const own = InterposeError.isInstance(error);
    const place = own ? undefined : /\n +at .*/.exec(stack)?.[0];
    // oxlint-disable-next-line eslint/no-console -- the one place where core speaks by itself: to a developer, of a failure that nobody hears of
    console.error(`[interpose] ${failure}: ${own ? '' : `[${code}] `}${message}${place ?? ''}`);
  } catch {
    // An unreadable error, or a runtime without access to its environment, must not change a decision.
  }
}

function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Record<string, string> };
  };
  return process?.env ?? {};
}

function tell(
  slot: EventHooks,
  observer: ObserverRegistration,
  ctx: EventContext,
  record?: DecisionRecord,
): void {
  if (observer.disposed) return;
  try {
    const running = observer.call(ctx, record);
    if (isThenable(running)) watchOver(slot, observer, ctx, running);
    else hear(slot, observer, ctx, running);
  } catch (error) {
    report(slot, observer, ctx, error);
  }
}

function watchOver(
  slot: EventHooks,
  observer: ObserverRegistration,
  ctx: EventContext,
  running: PromiseLike<unknown>,
): void {
  const source = sourceOf(ctx);
  const watched = running
    .then((returned) => hear(slot, observer, ctx, returned))
    .then(undefined, (error: unknown) => report(slot, observer, ctx, error));
  source.observers.add(watched);
  if (observer.hook !== undefined && isStart(slot.definition.name))
    (source.starting ??= []).push(watched);
}

/** Reports a verdict that a hook on an observed event returned. Observers may return anything. */
function hear(
  slot: EventHooks,
  { hook, label }: ObserverRegistration,
  ctx: EventContext,
  returned: unknown,
): void {
  if (hook === undefined || returned === undefined) return;
  const { definition } = slot;
  const error = verdictAtObserver(hook, definition, ctx, returned);
  if (error !== undefined)
    reportHookError(sourceOf(ctx), label, definition.name, error, error.code);
}

async function tellInOrder(
  slot: EventHooks,
  observers: readonly ObserverRegistration[],
  ctx: EventContext,
  record?: DecisionRecord,
): Promise<void> {
  for (const observer of observers) {
    if (observer.disposed) continue;
    try {
      await observer.call(ctx, record);
    } catch (error) {
      report(slot, observer, ctx, error);
      if (observer.throws && !slot.definition.ending) throw error;
    }
  }
}

function report(
  slot: EventHooks,
  observer: ObserverRegistration,
  ctx: EventContext,
  error: unknown,
): void {
  const { name } = slot.definition;
  if (observer.hook !== undefined && isStart(name)) failAtStart(observer.hook, name, ctx);
  reportHookError(sourceOf(ctx), observer.label, name, error, 'hook_failed');
}
