import type { Refused } from '@interpose/core/adapter';

import type { FakeOutcome } from './fake-outcome.ts';
import type { FakeRun } from './fake-run.ts';
import { refusedError } from './refused-error.ts';

/** Ends the run with a refusal, which is added to the history alone; throws it if it cannot be a message. */
export function refuse(run: FakeRun, refused: Refused): FakeOutcome {
  const error = refusedError(run, refused);
  if (error !== undefined) throw error;
  run.history.push({ by: 'model', said: refused.text, calls: [] });
  return { kind: 'refusal', text: refused.text };
}
