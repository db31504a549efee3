import { InterposeError } from '@interpose/core';

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
    timer = setTimeout(() => {
      isOver = true;
      reject(timedOut(timeoutMs));
    }, timeoutMs);
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
