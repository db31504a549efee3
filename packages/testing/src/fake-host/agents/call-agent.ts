import type { DelegateTask, Dict } from '@interpose/core';

import { agentOf, type FakeColleague } from './fake-agent.ts';
import type { FakeRun } from '../run/fake-run.ts';
import { stepResult } from '../run/step-result.ts';

/** Runs another agent as a tool: preDelegate, its own chat, onDelegateResult. */
export async function callAgent(
  run: FakeRun,
  colleague: FakeColleague,
  args: Dict,
): Promise<unknown> {
  const task: DelegateTask = { kind: 'subagent', to: colleague.name, input: args['input'] ?? args };
  const outcome = await run.cycles.around(run.chat, 'preDelegate', { task }, ({ input }) =>
    run.startChild(agentOf(colleague), typeof input === 'string' ? input : JSON.stringify(input)),
  );
  return stepResult(outcome);
}
