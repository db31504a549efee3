import { withHooks } from '@interpose/ai-sdk';
import * as ai from 'ai';

import { atLeast, atMost, type Gate, type Sample } from '../../gate.ts';
import { bytesPerOperation } from '../../method/bytes-per-operation.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import type { Timings } from '../../method/timings.ts';
import { nativeMiddlewares } from '../../sdk/native-middlewares.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';
import { toolLoopModel, type Model, type ModelCall } from '../../sdk/tool-loop-model.ts';
import { weatherTools } from '../../sdk/weather-tool.ts';

const CALL: ModelCall = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] };

/**
 * Two model calls and a tool through the real SDK, with a model in memory: policies are lost in its own work. Each case
 * has a model and an agent of its own, since what was hooked costs more when it runs as it was before.
 */
export const gate: Gate = { id: 'G14', name: 'an AI SDK run', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const runs = await timeRuns();
  const calls = await timeCalls();
  const bytes = await countBytes();
  return {
    control: runs.control,
    parts: [
      atMost(
        'generateText, 10 sync policies',
        runs.ratio('10 sync policies', 'generateText'),
        1.35,
      ),
      atMost(
        'generateText, 10 async policies',
        runs.ratio('10 async policies', 'generateText'),
        1.5,
      ),
      atMost('generateText, no hooks', runs.ratio('no hooks', 'generateText'), 1.15),
      atMost('ToolLoopAgent, 10 sync policies', runs.ratio('agent, 10 sync', 'agent'), 1.35),
      atLeast(
        '20 policies on a model call, times cheaper than 20 middlewares',
        calls.ratio('20 middlewares', '20 policies'),
        1.5,
      ),
      atMost('10 sync policies, kilobytes over the bare run', bytes.policies, 30, 'KB'),
      atMost('no hooks, kilobytes over the bare run', bytes.idle, 18, 'KB'),
      atLeast('20 policies on a model call, times fewer bytes', bytes.fewer, 3),
    ],
    peers: [
      ...runs.figures('generateText', '10 sync policies', '10 async policies'),
      ...runs.figures('agent', 'agent, 10 sync'),
      ...calls.figures('model call', '20 middlewares', '20 policies'),
    ],
  };
}

async function timeRuns(): Promise<Timings> {
  const sync = await sdkPolicies('sync', 10);
  const cases = {
    generateText: generate(ai),
    '10 sync policies': generate(withHooks(ai, sync)),
    '10 async policies': generate(withHooks(ai, await sdkPolicies('async', 10))),
    'no hooks': generate(withHooks(ai, await sdkPolicies('sync', 0))),
    agent: runAgent(weatherAgent()),
    'agent, 10 sync': runAgent(withHooks(weatherAgent(), sync)),
  };
  return timeCases(cases, { baseline: 'generateText', batchMs: 6, rounds: 100, warmupMs: 300 });
}

function generate({ generateText }: Pick<typeof ai, 'generateText'>): Batch {
  const tools = weatherTools();
  const model = toolLoopModel();
  const stopWhen = ai.isStepCount(5);
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(
        await generateText({ model, tools, stopWhen, prompt: 'What is the weather in Lisbon?' }),
      );
  };
}

function weatherAgent(): ai.ToolLoopAgent {
  return new ai.ToolLoopAgent({ model: toolLoopModel(), tools: weatherTools() });
}

function runAgent(agent: { generate(options: { prompt: string }): PromiseLike<unknown> }): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(await agent.generate({ prompt: 'What is the weather in Lisbon?' }));
  };
}

async function timeCalls(): Promise<Timings> {
  const cases = {
    'model call': callModel(toolLoopModel()),
    '20 middlewares': callModel(await nativeMiddlewares(toolLoopModel(), 20)),
    '20 policies': callModel(withHooks(toolLoopModel(), await sdkPolicies('sync', 20))),
  };
  return timeCases(cases, { baseline: '20 middlewares' });
}

/** Counts what each run allocates, in kilobytes more than a bare run, and how many times less than native middlewares. */
async function countBytes(): Promise<Record<'policies' | 'idle' | 'fewer', number>> {
  const bare = await bytesOf(generate(ai));
  const policies = await bytesOf(generate(withHooks(ai, await sdkPolicies('sync', 10))));
  const idle = await bytesOf(generate(withHooks(ai, await sdkPolicies('sync', 0))));
  const native = await bytesOf(callModel(await nativeMiddlewares(toolLoopModel(), 20)));
  const own = await bytesOf(callModel(withHooks(toolLoopModel(), await sdkPolicies('sync', 20))));
  return { policies: (policies - bare) / 1024, idle: (idle - bare) / 1024, fewer: native / own };
}

/** Runs the batch until the engine has compiled it, and then counts. */
async function bytesOf(batch: Batch): Promise<number> {
  await batch(5000);
  return bytesPerOperation(batch, 100);
}

function callModel(model: Model): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) keep(await model.doGenerate(CALL));
  };
}
