import type { FakePending } from '../run/fake-outcome.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { Approval } from './run-call.ts';
import { runCalls } from './run-calls.ts';

/** Runs the open calls of the history, with the person's answer. */
export async function resumeCalls(run: FakeRun, answer: Approval): Promise<readonly FakePending[]> {
  const last = run.history.findLast((message) => message.by === 'model');
  if (last?.by !== 'model') return [];
  const settled = new Set(
    run.history.flatMap((message) => (message.by === 'tool' ? [message.key] : [])),
  );
  return runCalls(
    run,
    last.calls.filter((call) => !settled.has(call.key)),
    answer,
  );
}
