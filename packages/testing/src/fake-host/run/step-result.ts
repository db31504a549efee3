import type { StepOutcome } from '@interpose/core';
import { denialText } from '@interpose/core/adapter';

import { thrownBy } from './thrown-by.ts';

/** The output of a guarded step; throws what the step threw, or why a policy kept it back. */
export function stepResult<Output>(outcome: StepOutcome<Output>): Output {
  switch (outcome.kind) {
    case 'output':
      return outcome.output;
    case 'error':
      throw thrownBy(outcome);
    case 'denied':
      throw new Error(denialText(outcome.denial));
    case 'suspended':
      throw new Error(`the step waits for a person: ${outcome.reason}`);
  }
}
