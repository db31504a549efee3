import { deny, InterposeError, type DenyVerdict, type MaybePromise } from '@interpose/core';

import { isThenable } from '../values/is-thenable.ts';

/** Denies with the code `state_lost` if the store has lost the state of the decision; other errors stay errors. */
export function denyWhenLost<T>(
  decide: () => MaybePromise<T>,
  message: string | undefined,
): MaybePromise<T | DenyVerdict> {
  const whenLost = (error: unknown): DenyVerdict => {
    if (!(error instanceof InterposeError) || error.code !== 'state_lost') throw error;
    return deny('The store has lost what this decision stands on.', {
      code: 'state_lost',
      ...(message === undefined ? {} : { message }),
    });
  };
  try {
    const decided = decide();
    return isThenable(decided) ? decided.then(undefined, whenLost) : decided;
  } catch (error) {
    return whenLost(error);
  }
}
