import { InterposeError } from '@interpose/core';

/** The arguments of a command, and the guardian to ask. */
export interface Call {
  readonly rest: readonly string[];
  readonly words: string | undefined;
  readonly key: string | undefined;
  readonly anchors: string | undefined;
  readonly kinds: string | undefined;
  readonly format: string | undefined;
  readonly payloadDays: string | undefined;
  readonly decisionDays: string | undefined;
  readonly send: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

/** Runs a command, and returns the text to print. */
export type Run = (call: Call) => Promise<string>;

/**
 * Sends a request to the guardian at `url`, and returns its answer.
 *
 * Throws `InterposeError` with `guardian_unreachable`, or `guardian_refused` with the guardian's own code and remedy.
 */
export async function askGuardian<T>(
  { url, key }: { readonly url: string; readonly key: string },
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(new URL(path, url), { method, headers, ...sent }).catch(
    (cause: unknown) => {
      throw new InterposeError(
        'guardian_unreachable',
        `nothing answers at ${url}`,
        'start the guardian',
        { cause },
      );
    },
  );
  const answered = (await response.json()) as {
    readonly error?: { code: string; message: string; remedy: string };
  };
  if (answered.error === undefined) return answered as T;
  const { code, message, remedy } = answered.error;
  throw new InterposeError('guardian_refused', `${code}: ${message}`, remedy);
}
