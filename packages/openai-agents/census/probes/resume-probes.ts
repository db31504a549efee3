import { createHooks, deny, modify, type ToolCall, type Verdict } from '@interpose/core';
import type { Probe, ProbeMode } from '@interpose/testing/probes';
import type { Agent, RunState } from '@openai/agents-core';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { kitProbes, loop, refundTool, type Kit } from './probe-kit.ts';

type State = RunState<unknown, Agent>;

/** Runs that wait for a person, and go on in the state that was kept. */
export function resumeProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, next: (kit: Kit, agent: Agent, state: State) => unknown) =>
    kitProbes(version, name, besideCalls, async (kit) => {
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
  const approvals = probes('approval', (_kit, _agent, state) => state);
  return [
    ...approvals,
    ...approvals.map((probe) => ({
      ...probe,
      name: `${probe.name}, of a call that hooks stop or change`,
      asks: ['preToolCall'] as const,
      modes: [
        stopping('deny', () => deny('no')),
        stopping('modify', (call) => modify({ ...call, args: { euros: 6 } })),
      ],
    })),
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

const besideCalls = loop.filter((event) => event !== 'preToolCall');

/** A call that hooks changed runs as little as a denied one: the person would see the arguments of the model. */
function stopping(verb: string, verdict: (call: ToolCall) => Verdict<'preToolCall'>): ProbeMode {
  return {
    name: `${verb} preToolCall`,
    event: 'preToolCall',
    hidden: ['toolResult'],
    stops: ['tool'],
    hooks(asked) {
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) => (asked(), verdict(call)));
      return hooks;
    },
  };
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
