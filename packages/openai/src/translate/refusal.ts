import { DeniedError } from '@interpose/core';
import type { CallRun } from '../run/host-run.ts';
import type { Refused } from '@interpose/core/adapter';
import { isDict, type Body } from './native.ts';

/** True where a refusal cannot be a message: the caller wants an object, or a thrown error. */
export function mustThrow(refused: Refused, body: Body): boolean {
  return refused.throws || wantsStructure(body);
}

/** True for a request whose answer the caller parses, in either interface. */
function wantsStructure({ response_format: format, text }: Body): boolean {
  const asked = format ?? (isDict(text) ? text['format'] : undefined);
  return isDict(asked) && (asked['type'] === 'json_schema' || asked['type'] === 'json_object');
}

/** The error of a denial. */
export function deniedError(
  run: Pick<CallRun, 'refusal' | 'failure'>,
  { denial }: Refused,
): DeniedError {
  const error = new DeniedError(denial);
  run.refusal = denial;
  run.failure = { error };
  return error;
}
