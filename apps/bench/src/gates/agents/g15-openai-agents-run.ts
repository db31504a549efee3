import { withHooks } from '@interpose/openai-agents';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { timeCases } from '../../method/time-cases.ts';
import { runAgents, weatherAgent } from '../../sdk/agents/agents-agent.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';

const NATIVE = '10 + 10 guardrails';

/** Two model calls and a tool through the real SDK: ten policies beside as many of its own guardrails. */
export const gate: Gate = { id: 'G15', name: 'an OpenAI Agents run', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const sync = await sdkPolicies('sync', 10);
  const cases = {
    agent: runAgents(weatherAgent()),
    [NATIVE]: runAgents(weatherAgent(10)),
    '10 policies': runAgents(withHooks(weatherAgent(), sync)),
  };
  const runs = await timeCases(cases, {
    baseline: 'agent',
    batchMs: 6,
    rounds: 100,
    warmupMs: 600,
  });
  const bare = await bytesPerOperation(cases.agent, 50);
  const hooked = await bytesPerOperation(cases['10 policies'], 50);
  return {
    control: runs.control,
    parts: [
      atMost('10 sync policies over the bare agent', runs.ratio('10 policies', 'agent'), 1.4),
      atMost('10 sync policies over 10 + 10 guardrails', runs.ratio('10 policies', NATIVE), 1),
      atMost('10 sync policies, kilobytes over the bare agent', (hooked - bare) / 1024, 50, 'KB'),
    ],
    peers: runs.figures('agent', NATIVE, '10 policies'),
  };
}
