import { InterposeError } from '../errors/interpose-error.ts';

/** How long a module of policies may take to load and to set its policies up, in milliseconds. */
export const LOADS_WITHIN_MS = 30_000;

/**
 * Waits for a module to load, with a time limit. The timer also keeps the process alive: with a promise that never
 * settles, the process would otherwise end as if all were well, with no policy at work.
 *
 * @throws InterposeError `policies_unreadable` once the time is over.
 */
export async function inTime<T>(loading: PromiseLike<T>, source: string, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new InterposeError(
          'policies_unreadable',
          `${source} was not loaded within ${ms / 1000} s`,
          'look for what it waits for while it is loaded',
        ),
      );
    }, ms);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
