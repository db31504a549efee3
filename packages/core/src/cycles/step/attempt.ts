import type { TracedStep } from '../../contract/adapter/tracer.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { toFailure } from '../../errors/failure.ts';
import { isThenable } from '../../maybe-promise.ts';
import type { StepReturn } from './after-step.ts';

/** One attempt at a step, whatever it is: what came back, and the host's own object where it ran. */
export interface Attempt<Native> {
  readonly native: Native | undefined;
  readonly arrived: StepReturn;
  readonly durationMs: number;
}

/** What there is to do, and under which name whoever follows the steps knows it. */
export interface Action<Native> {
  /** The event that was asked before it. */
  readonly event: string;
  readonly callId?: string;
  act(): MaybePromise<Native>;
  /** What the hooks see of what came back; all of it by default. */
  readonly read?: ((native: Native) => unknown) | undefined;
}

/**
 * Acts once, and waits only where the host does. What is thrown has arrived as an error, unless the chat was aborted: that
 * ends everything. No async function, which would cost each step of each run a promise more.
 */
export function attempt<Native>(
  chat: RunningChat,
  action: Action<Native>,
): MaybePromise<Attempt<Native>> {
  if (chat.aborted) throw chat.abortReason;
  const startedAt = performance.now();
  const failed = (thrown: unknown): Attempt<Native> => {
    if (chat.aborted) throw thrown;
    return { native: undefined, arrived: arrivedError(thrown), durationMs: since(startedAt) };
  };
  const cameBack = (native: Native): Attempt<Native> => {
    try {
      const value = action.read === undefined ? native : action.read(native);
      const arrived: StepReturn = { kind: 'output', value, synthetic: false };
      return { native, arrived, durationMs: since(startedAt) };
    } catch (thrown) {
      return failed(thrown);
    }
  };
  try {
    const { tracer } = chat.registry.family;
    const acted =
      tracer === undefined
        ? action.act()
        : tracer.run(tracedStep(chat, action), () => action.act());
    // Through a promise of our own: what a host gives may be one that is lazy, or no more than a `then`.
    return isThenable(acted) ? Promise.resolve(acted).then(cameBack, failed) : cameBack(acted);
  } catch (thrown) {
    return failed(thrown);
  }
}

function since(startedAt: number): number {
  return performance.now() - startedAt;
}

function tracedStep(
  chat: RunningChat,
  { event, callId }: Pick<Action<never>, 'event' | 'callId'>,
): TracedStep {
  return { chatId: chat.id, event, ...(callId === undefined ? undefined : { callId }) };
}

/** What a verdict supplied in place of an attempt. */
export function unattempted(arrived: StepReturn): Attempt<never> {
  return { native: undefined, arrived, durationMs: 0 };
}

/** An error as it arrives from the host, which gets the very thing back where no verdict changes it. */
export function arrivedError(thrown: unknown): Extract<StepReturn, { kind: 'error' }> {
  return { kind: 'error', error: toFailure(thrown), thrown, synthetic: false };
}
