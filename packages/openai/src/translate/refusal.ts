import { DeniedError } from '@interpose/core';
import type { CallRun } from '../run/host-run.ts';
import type { Refused } from '@interpose/core/adapter';
import { syntheticFrame } from './chat/request-from-contract.ts';
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

/** The message of a refusal: in both fields, since many callers read only the content. */
export function refusalMessage(text: string): Body {
  return { role: 'assistant', content: text, refusal: text };
}

/** A whole answer that is the refusal. */
export function refusalCompletion(text: string, body: Body): Body {
  const choice = { index: 0, message: refusalMessage(text), logprobs: null, finish_reason: 'stop' };
  return { ...syntheticFrame('chat.completion', body), choices: [choice] };
}
