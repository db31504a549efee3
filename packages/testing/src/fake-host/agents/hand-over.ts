import type { DelegateTask } from '@interpose/core';

import { agentOf, type FakeColleague } from './fake-agent.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakeCall, FakeToolOutcome } from '../translate/fake-values.ts';
import { seeAgent } from './see-agent.ts';
import { stepResult } from '../run/step-result.ts';
import { toArgs } from '../translate/to-contract.ts';

/** Hands the chat over to another agent, unless preDelegate says otherwise; a denial is what the model reads. */
export async function handOver(
  run: FakeRun,
  call: FakeCall,
  colleague: FakeColleague,
): Promise<FakeToolOutcome> {
  const task: DelegateTask = { kind: 'handoff', to: colleague.name, input: toArgs(call.input) };
  try {
    const outcome = await run.cycles.around(run.chat, 'preDelegate', { task }, async () => {
      run.agent = agentOf(colleague);
      run.chat.handOver(run.agent.identity);
      await seeAgent(run);
      return `transferred to ${colleague.name}`;
    });
    return { kind: 'output', output: stepResult<unknown>(outcome) };
  } catch (error) {
    run.chat.signal.throwIfAborted();
    return { kind: 'failure', failure: error instanceof Error ? error.message : String(error) };
  }
}
