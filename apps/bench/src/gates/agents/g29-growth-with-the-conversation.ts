import { withHooks } from '@interpose/ai-sdk';
import { createHooks, type Hooks } from '@interpose/core';
import * as ai from 'ai';

import { atMost, joinSamples, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { conversation } from '../../sdk/conversation.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';
import { toolLoopModel } from '../../sdk/tool-loop-model.ts';
import { weatherTools } from '../../sdk/weather-tool.ts';

const SIZES = [10, 100, 1000] as const;
const POLICIES = '10 sync policies';
const LOOSE = '10 sync policies, not strict';
const LISTENER = 'one onUserMessage hook';

/** Two model calls and a tool at the end of a longer and longer conversation: the cost grows no faster than the SDK's own. */
export const gate: Gate = {
  id: 'G29',
  name: 'growth of the conversation',
  tolerance: 0.04,
  measure,
};

async function measure(): Promise<Sample> {
  const samples: Sample[] = [];
  for (const size of SIZES) samples.push(await measureAt(size));
  return joinSamples(samples);
}

async function measureAt(size: number): Promise<Sample> {
  const bare = `bare, ${size} messages`;
  const cases = {
    [bare]: generate(ai, size),
    [POLICIES]: generate(withHooks(ai, await sdkPolicies('sync', 10)), size),
    [LOOSE]: generate(withHooks(ai, await sdkPolicies('sync', 10, { strict: false })), size),
    [LISTENER]: generate(withHooks(ai, userMessageHook()), size),
  };
  const runs = await timeCases(cases, { baseline: bare, batchMs: 8, rounds: 60, warmupMs: 400 });
  const over = `over bare, ${size} messages`;
  return {
    control: runs.control,
    parts: [
      atMost(`${POLICIES} ${over}`, runs.ratio(POLICIES, bare), 1.5),
      atMost(`${LISTENER} ${over}`, runs.ratio(LISTENER, bare), 2),
      atMost(`strict over not strict, ${size} messages`, runs.ratio(POLICIES, LOOSE), 1.15),
    ],
    peers: runs.figures(bare),
  };
}

function userMessageHook(): Hooks {
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) => {
    keep(message);
  });
  return hooks;
}

function generate({ generateText }: Pick<typeof ai, 'generateText'>, size: number): Batch {
  const tools = weatherTools();
  const model = toolLoopModel();
  const stopWhen = ai.isStepCount(5);
  const messages = conversation(size);
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(await generateText({ model, tools, stopWhen, messages }));
  };
}
