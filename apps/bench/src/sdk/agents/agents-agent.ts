import {
  Agent,
  Runner,
  tool,
  type InputGuardrail,
  type OutputGuardrail,
} from '@openai/agents-core';

import type { Batch } from '../../method/time-cases.ts';
import { keep } from '../../method/keep.ts';
import { agentsModel } from './agents-model.ts';

/** The agent of this benchmark; `checks` of the SDK's own guardrails look at what comes in and at what goes out. */
export function weatherAgent(checks = 0): Agent {
  const weather = tool({
    name: 'weather',
    description: 'The weather in a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: true,
    },
    strict: false,
    execute: (input) => `It is sunny in ${(input as { city: string }).city}.`,
  });
  return new Agent({
    name: 'weather',
    model: agentsModel(),
    tools: [weather],
    inputGuardrails: Array.from({ length: checks }, (_, index) => inputCheck(index)),
    outputGuardrails: Array.from({ length: checks }, (_, index) => outputCheck(index)),
  });
}

/** Runs an agent: two model calls and a tool each, without traces. */
export function runAgents(agent: Agent): Batch {
  const runner = new Runner({ tracingDisabled: true });
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(await runner.run(agent, 'What is the weather in Lisbon?'));
  };
}

function inputCheck(index: number): InputGuardrail {
  return {
    name: `input-${index}`,
    execute: ({ input }) =>
      Promise.resolve({ tripwireTriggered: input.length === 1000 + index, outputInfo: undefined }),
  };
}

function outputCheck(index: number): OutputGuardrail {
  return {
    name: `output-${index}`,
    execute: ({ agentOutput }) =>
      Promise.resolve({
        tripwireTriggered: agentOutput.length === 1000 + index,
        outputInfo: undefined,
      }),
  };
}
