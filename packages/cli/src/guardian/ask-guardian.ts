import { InterposeError } from '@interpose/core';

import type { FoundGuardian } from './find-guardian.ts';

const PATIENCE_MS = 10_000;

/**
 * Sends a request to the API of a guardian and returns its answer.
 *
 * @throws InterposeError `guardian_unreachable`, or `guardian_refused` with what the guardian says.
 */
export async function askGuardian<T>(
  { url, key }: FoundGuardian,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(new URL(path, url), { method, headers, signal, ...sent });
    return read<T>(await response.text(), response.status, url);
  } catch (cause) {
    if (InterposeError.isInstance(cause)) throw cause;
    throw unreachable(url, cause);
  }
}

/** Returns the error for a guardian that does not answer, or whose answer cannot be read. */
export function unreachable(url: string, cause: unknown): InterposeError {
  const problem = `no guardian answers at ${url}: ${reasonOf(cause as Error)}`;
  return new InterposeError('guardian_unreachable', problem, 'start it, or check the address', {
    cause,
  });
}

/** Returns the reason of a failed fetch, which is in the cause of its error. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: inner = '' } = (cause ?? {}) as { code?: string; message?: string };
  return inner === '' ? (code ?? message) : inner;
}

interface Answer {
  readonly error?: { readonly code?: string; readonly message?: string; readonly remedy?: string };
}

function read<T>(text: string, status: number, url: string): T {
  const answered = parsed<Answer & T>(text);
  if (answered === undefined)
    throw new InterposeError(
      'guardian_unreachable',
      `what answers at ${url} has no approvals and keeps no versions (status ${status})`,
      'name one of apps/guardian, since one of interpose guardian start only decides',
    );
  const { error } = answered;
  if (error === undefined) return answered;
  const { code = 'unknown', message = '', remedy = `look into the log of ${url}` } = error;
  throw new InterposeError('guardian_refused', `${code}: ${message}`, remedy);
}

function parsed<T>(text: string): T | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
