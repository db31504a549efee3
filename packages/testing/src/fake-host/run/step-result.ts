import type { StepOutcome } from '@interpose/core';
import { denialText } from '@interpose/core/adapter';

import { thrownBy } from './thrown-by.ts';

/** Returns the output of a guarded step; throws the step's error, or the denial of a policy. */
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
