import type { Probe } from '@interpose/testing/probes';
import type { Agent, RunState } from '@openai/agents-core';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop, refundTool, type Kit } from './probe-kit.ts';

type State = RunState<unknown, Agent>;

/** Runs that wait for a person, and go on in the state that was kept. */
export function resumeProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, next: (kit: Kit, agent: Agent, state: State) => unknown) =>
    kitProbes(version, name, loop, async (kit) => {
      const { sdk, run, agentWith, go } = kit;
      const session = new sdk.MemorySession({ sessionId: 'probe' });
      const agent = agentWith({ tools: [refundTool(sdk, run, { needsApproval: true })] });
      const asked = await go(agent, undefined, { session });
      const { state, interruptions = [] } = asked.result ?? {};
      if (state === undefined || interruptions.length === 0) return { asked };
      for (const interruption of interruptions) state.approve(interruption);
      const kept = await next(kit, agent, state);
      return { asked, answered: await go(agent, kept as State, { session }) };
    });
  return [
    ...probes('approval', (_kit, _agent, state) => state),
    ...probes('approval kept as text', ({ sdk }, agent, state) =>
      sdk.RunState.fromString(agent, state.toString()),
    ),
    ...probes('approval with more input', (_kit, _agent, state) => {
      state.addInput('And hurry.');
      return state;
    }).map((probe) => ({ ...probe, runsOn: hasInput(version) })),
    ...rejectionProbes(version),
  ];
}

function hasInput({ sdk }: SdkVersion): () => boolean {
  return () => 'addInput' in sdk.RunState.prototype;
}

function rejectionProbes(version: SdkVersion): readonly Probe[] {
  const asks = loop.filter((event) => event !== 'preToolCall' && event !== 'onToolCallResult');
  return kitProbes(version, 'rejection', asks, async ({ sdk, run, agentWith, go }) => {
    const agent = agentWith({ tools: [refundTool(sdk, run, { needsApproval: true })] });
    const session = new sdk.MemorySession({ sessionId: 'probe' });
    const asked = await go(agent, undefined, { session });
    const { state, interruptions = [] } = asked.result ?? {};
    if (state === undefined || interruptions.length === 0) return { asked };
    for (const interruption of interruptions) state.reject(interruption);
    return { asked, answered: await go(agent, state, { session }) };
  });
}
