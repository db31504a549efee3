import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';

import { agentOn, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test.each([
  ['with', false],
  ['without', true],
])('%s tracing, one call that fails leaves the results beside it alone', async (_, isOff) => {
  await using server = await scriptedModel();
  const called = ['slow', 'broken', 'quick'].map((name) => ({ id: name, name, args: {} }));
  const { baseURL } = server.chat([callTools(...called), say('Done.')]);
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onToolCallError', ({ call }) => void told.push(`${call.name} failed`));
  hooks.observe('onToolCallResult', ({ call }) => void told.push(`${call.name} gave a result`));
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: 'none' }), 'gpt-4o');
  const tools = called.map(({ name }) => makeTool(name, told));
  const agent = withHooks(new Agent({ name: 'a', model, tools }), hooks);
  await new Runner({ tracingDisabled: isOff }).run(agent, 'Go.');
  expect(told.toSorted()).toEqual(['broken failed', 'quick gave a result', 'slow gave a result']);
});

test('a failure of which the tool makes no text is an empty one to hooks', async () => {
  const hooks = createHooks();
  const told: unknown[] = [];
  hooks.addHook('onToolCallError', ({ error }) => void told.push(error.message));
  const fail = (): never => {
    throw new Error('it broke');
  };
  const broken = openTool('broken', fail, { errorFunction: () => undefined });
  const model = new MemoryModel([calls('broken')], 'Done.');
  await runIn('plain', withHooks(agentOn(model, { tools: [broken] }), hooks), 'Go.');
  expect(told).toEqual(['']);
});

/** Makes a tool; the tool "slow" waits until the results of the other two were told. */
function makeTool(name: string, told: readonly string[]): ReturnType<typeof tool> {
  return tool({
    name,
    description: '',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    async execute() {
      if (name === 'slow') await vi.waitUntil(() => told.length === 2);
      if (name === 'broken') throw new Error('it broke');
      return name;
    },
    errorFunction: (_context, error) => String(error),
  });
}
