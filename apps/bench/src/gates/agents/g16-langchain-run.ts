import { withHooks } from '@interpose/langchain';
import { createAgent, createMiddleware } from 'langchain';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { runLangchain } from '../../sdk/langchain-agent.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';

/** Two model calls and a tool through a real LangChain agent: ten policies beside one middleware that does nothing. */
export const gate: Gate = { id: 'G16', name: 'a LangChain run', tolerance: 0.04, measure };

/** What an app would write to look at model and tool calls, and it looks at nothing. */
const wrapping = createMiddleware({
  name: 'wrapping',
  wrapModelCall: (request, handler) => handler(request),
  wrapToolCall: (request, handler) => handler(request),
});

/** Two graph nodes per model call. */
const around = createMiddleware({
  name: 'around',
  beforeModel: () => undefined,
  afterModel: () => undefined,
});

async function measure(): Promise<Sample> {
  const sync = await sdkPolicies('sync', 10);
  const cases = {
    bare: runLangchain(createAgent),
    'one middleware': runLangchain(createAgent, [wrapping]),
    'before and after': runLangchain(createAgent, [around]),
    '10 policies': runLangchain(withHooks(createAgent, sync)),
  };
  const runs = await timeCases(cases, {
    baseline: 'bare',
    batchMs: 20,
    rounds: 60,
    warmupMs: 1500,
  });
  return {
    control: runs.control,
    parts: [
      atMost(
        '10 policies over one idle middleware',
        runs.ratio('10 policies', 'one middleware'),
        1.1,
      ),
      atMost('10 policies over a bare agent', runs.ratio('10 policies', 'bare'), 1.14),
      atMost(
        '10 policies over one before and after pair',
        runs.ratio('10 policies', 'before and after'),
        0.7,
      ),
    ],
    peers: runs.figures('bare', 'one middleware', 'before and after', '10 policies'),
  };
}
