import { InterposeError } from '@interpose/core';

import { LONGEST_TIMER_MS } from '../values/timer-delay.ts';

/** The time limit of a task. */
export interface Deadline {
  isOver(): boolean;
  /** Rejects when the time is over. */
  readonly over: Promise<never>;
}

/**
 * Runs a task for at most `timeoutMs` milliseconds.
 *
 * @throws InterposeError `store_timeout`, or what the task throws.
 */
export async function withinTime<T>(
  timeoutMs: number,
  task: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    const late = (): void => {
      isOver = true;
      reject(timedOut(timeoutMs));
    };
    timer = setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER_MS));
  });
  over.catch(() => undefined);
  try {
    return await Promise.race([over, task({ isOver: () => isOver, over })]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(timeoutMs: number): InterposeError {
  return new InterposeError(
    'store_timeout',
    `the store did not answer within ${timeoutMs} ms`,
    'check that the server is there, or raise timeoutMs',
  );
}
