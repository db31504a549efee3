import { failureChain, isRecord } from './failure-chain.ts';

/** Returns the HTTP status of a failure, wherever its SDK put it; undefined without one. */
export function statusOf(error: unknown): number | undefined {
  for (const each of failureChain(error)) {
    const { status, statusCode, response } = each;
    const found = [status, statusCode, isRecord(response) ? response['status'] : undefined].find(
      (value) => typeof value === 'number' && Number.isInteger(value),
    );
    if (typeof found === 'number') return found;
  }
  return undefined;
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the same request may succeed later after this status. */
export function isTransientStatus(status: number): boolean {
  return TRANSIENT.has(status) || (status >= 500 && status !== 501 && status !== 505);
}
