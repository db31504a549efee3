import type { Chat } from '@interpose/core/adapter';
import type { RunManager } from '../translate/native.ts';

/** True for what a tool returns that reports as it goes. */
export function isAsyncGenerator(value: unknown): value is AsyncGenerator {
  return (
    typeof value === 'object' &&
    value !== null &&
    Symbol.asyncIterator in value &&
    typeof (value as { next?: unknown }).next === 'function'
  );
}

/**
 * Reads such a tool to its end, which is its result. What it reports on the way is passed on at once,
 * unless a hook may yet withhold the result that it may give away.
 */
export async function drain(
  chat: Chat,
  steps: AsyncGenerator,
  runManager: RunManager | undefined,
): Promise<unknown> {
  const isHeld = chat.intercepts('onToolCallResult');
  for (;;) {
    const step: IteratorResult<unknown, unknown> = await steps.next();
    const { done, value } = step;
    if (done === true) return value;
    if (chat.signal.aborted) {
      await steps.return(undefined);
      throw chat.signal.reason;
    }
    if (!isHeld) await runManager?.handleToolEvent?.(value);
  }
}
