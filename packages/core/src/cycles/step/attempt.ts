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
  readonly act: () => MaybePromise<Native>;
  /** What the hooks see of what came back; all of it by default. */
  readonly read?: (native: Native) => unknown;
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
  const { act, read } = action;
  const startedAt = performance.now();
  const failed = (thrown: unknown): Attempt<Native> => {
    if (chat.aborted) throw thrown;
    return since<Native>(startedAt, undefined, arrivedError(thrown));
  };
  const cameBack = (native: Native): Attempt<Native> => {
    try {
      const value = read === undefined ? native : read(native);
      return since(startedAt, native, { kind: 'output', value, synthetic: false });
    } catch (thrown) {
      return failed(thrown);
    }
  };
  try {
    const { tracer } = chat.registry.family;
    const acted = tracer === undefined ? act() : tracer.run(tracedStep(chat, action), act);
    // Through a promise of our own: what a host gives may be one that is lazy, or no more than a `then`.
    return isThenable(acted) ? Promise.resolve(acted).then(cameBack, failed) : cameBack(acted);
  } catch (thrown) {
    return failed(thrown);
  }
}

function since<Native>(
  startedAt: number,
  native: Native | undefined,
  arrived: StepReturn,
): Attempt<Native> {
  return { native, arrived, durationMs: performance.now() - startedAt };
}

function tracedStep(
  chat: RunningChat,
  { event, callId }: Pick<Action<never>, 'event' | 'callId'>,
): TracedStep {
  return callId === undefined ? { chatId: chat.id, event } : { chatId: chat.id, event, callId };
}

/** What a verdict supplied in place of an attempt. */
export function unattempted(arrived: StepReturn): Attempt<never> {
  return { native: undefined, arrived, durationMs: 0 };
}

/** An error as it arrives from the host, which gets the very thing back where no verdict changes it. */
export function arrivedError(thrown: unknown): Extract<StepReturn, { kind: 'error' }> {
  return { kind: 'error', error: toFailure(thrown), thrown, synthetic: false };
}
