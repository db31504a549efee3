import { DeniedError } from '@interpose/core';
import type { Refused } from '@interpose/core/adapter';

import type { FakeRun } from './fake-run.ts';

/** Returns the error that the caller gets for a refusal that cannot be a message. */
export function refusedError(run: FakeRun, refused: Refused): DeniedError | undefined {
  return refused.throws || run.options.output !== undefined
    ? new DeniedError(refused.denial)
    : undefined;
}
