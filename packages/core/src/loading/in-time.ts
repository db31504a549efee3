import { InterposeError } from '../errors/interpose-error.ts';

/** Milliseconds that a module of policies has to load, and its policies to be set up. */
export const LOADS_WITHIN_MS = 30_000;

/**
 * What a module does while it loads, within a time limit. The timer also keeps the process running: a promise that nothing
 * settles would otherwise let it end as if all were well, with no policy at work.
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
