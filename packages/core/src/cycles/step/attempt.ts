import type { TracedStep } from '../../contract/adapter/tracer.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { toFailure } from '../../errors/failure.ts';
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

/** Acts once. What is thrown has arrived as an error, unless the chat was aborted: that ends everything. */
export async function attempt<Native>(
  chat: RunningChat,
  action: Action<Native>,
): Promise<Attempt<Native>> {
  const { act, read } = action;
  if (chat.aborted) throw chat.abortReason;
  const startedAt = performance.now();
  let native: Native | undefined;
  let arrived: StepReturn;
  try {
    const { tracer } = chat.registry.family;
    native = await (tracer === undefined ? act() : tracer.run(tracedStep(chat, action), act));
    const value = read === undefined ? native : read(native);
    arrived = { kind: 'output', value, synthetic: false };
  } catch (thrown) {
    if (chat.aborted) throw thrown;
    native = undefined;
    arrived = arrivedError(thrown);
  }
  return { native, arrived, durationMs: performance.now() - startedAt };
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
