import { InterposeError } from '@interpose/core';

import { failureChain } from '../shared/events/failure-chain.ts';
import { isTransientStatus, statusOf } from '../shared/events/status-of.ts';

/** The codes, names and classes of errors that report a failed connection. */
const CONNECTION =
  /^(?:E[A-Z_]+|UND_ERR_[A-Z_]+|(?:API)?Connection(?:Timeout)?Error|APIConnection\w*|TimeoutError|FetchError)$/;

/** Whether another model may succeed: the provider is overloaded, away, or answers with an error of its own. */
export function isProviderFailure(error: unknown): boolean {
  if (InterposeError.isInstance(error)) return false;
  const status = statusOf(error);
  if (status !== undefined) return isTransientStatus(status);
  return failureChain(error).some(
    (each) =>
      [each['code'], each['name'], each.constructor?.name].some(
        (word) => typeof word === 'string' && CONNECTION.test(word),
      ) ||
      (each instanceof TypeError && each.message === 'fetch failed'),
  );
}
