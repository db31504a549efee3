import { DeniedError } from '@interpose/core';
import type { Refused } from '@interpose/core/adapter';

import type { FakeRun } from './fake-run.ts';

/** The error a refusal is to the caller, where it cannot be a message. */
export function refusedError(run: FakeRun, refused: Refused): DeniedError | undefined {
  return refused.throws || run.options.output !== undefined
    ? new DeniedError(refused.denial)
    : undefined;
}
