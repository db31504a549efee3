import { pathToFileURL } from 'node:url';

import { InterposeError, type Policy } from '@interpose/core';

/** The policies of one application of the recorded runs. */
export type PoliciesFor = (suite: string) => readonly Policy[];

/**
 * Reads a module that exports `policiesFor(suite)`, so that labels of your own can be judged on recordings of your own.
 *
 * @throws InterposeError `policies_invalid`.
 */
export async function policiesFrom(path: string): Promise<PoliciesFor> {
  let module: { readonly policiesFor?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as typeof module;
  } catch (cause) {
    throw invalid(path, `cannot be loaded: ${(cause as Error).message}`, cause);
  }
  const { policiesFor } = module;
  if (typeof policiesFor !== 'function') throw invalid(path, 'exports no policiesFor');
  return policiesFor as PoliciesFor;
}

function invalid(path: string, problem: string, cause?: unknown): InterposeError {
  return new InterposeError(
    'policies_invalid',
    `${path} ${problem}`,
    'export policiesFor, a function that gets the name of a suite and returns a list of policies',
    { cause },
  );
}
