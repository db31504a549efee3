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

/**
 * Acts once. What is thrown has arrived as an error, unless the chat was aborted: that ends everything.
 *
 * @param read what the hooks see of what came back; all of it by default.
 */
export async function attempt<Native>(
  chat: RunningChat,
  act: () => MaybePromise<Native>,
  read?: (native: Native) => unknown,
): Promise<Attempt<Native>> {
  if (chat.aborted) throw chat.abortReason;
  const startedAt = performance.now();
  let native: Native | undefined;
  let arrived: StepReturn;
  try {
    native = await act();
    const value = read === undefined ? native : read(native);
    arrived = { kind: 'output', value, synthetic: false };
  } catch (thrown) {
    if (chat.aborted) throw thrown;
    native = undefined;
    arrived = arrivedError(thrown);
  }
  return { native, arrived, durationMs: performance.now() - startedAt };
}

/** What a verdict supplied in place of an attempt. */
export function unattempted(arrived: StepReturn): Attempt<never> {
  return { native: undefined, arrived, durationMs: 0 };
}

/** An error as it arrives from the host, which gets the very thing back where no verdict changes it. */
export function arrivedError(thrown: unknown): Extract<StepReturn, { kind: 'error' }> {
  return { kind: 'error', error: toFailure(thrown), thrown, synthetic: false };
}
