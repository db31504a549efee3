import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';

/** The price of one `await` of an async function that has nothing to wait for. */
export function awaitOne(value: unknown): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await resolved(value));
  };
}

async function resolved(value: unknown): Promise<unknown> {
  return value;
}
