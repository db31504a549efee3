import { createHooks, type Hooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

test('arguments that are JSON but no object reach an open tool once, through its gate and without asking anybody', async () => {
  await using server = await scriptedModel();
  const calls = ['[1]', '12', '{"a":'].map((text, id) => ({
    id: `${id}`,
    name: 'f',
    rawArguments: text,
  }));
  const { baseURL } = server.chat([callTools(...calls), say('Done.')]);
  const hooks = createHooks();
  const told: unknown[] = [];
  hooks.addHook('preToolCall', ({ call }) => void told.push(['before', call.args]));
  hooks.observe('onToolCallResult', ({ result }) => void told.push(['result', result]));
  hooks.observe('onToolCallError', ({ call, cause }) => void told.push([cause, call.args]));
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: 'none' }), 'gpt-4o');
  const f = tool({
    name: 'f',
    description: '',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    execute: (args: unknown) => JSON.stringify(args),
  });
  const agent = withHooks(new Agent({ name: 'a', model, tools: [f] }), hooks);
  const runner = new Runner({ tracingDisabled: true });
  const { finalOutput } = await runner.run(agent, 'Go.');
  expect(finalOutput).toBe('Done.');
  expect(told).toEqual([
    ['invalid', { input: '{"a":' }],
    ['before', { input: '[1]' }],
    ['before', { input: '12' }],
    ['result', '[1]'],
    ['result', '12'],
  ]);
});

test.each(['', ' '])(
  'arguments of %j are no JSON to the SDK: the model is told, the hooks too, and nobody is asked',
  async (rawArguments) => {
    await using server = await scriptedModel();
    const chat = server.chat([callTools({ id: '1', name: 'f', rawArguments }), say('Done.')]);
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.addHook('preToolCall', () => void told.push('before'));
    hooks.observe('onToolCallError', ({ cause }) => void told.push(cause));
    const client = new OpenAI({ baseURL: chat.baseURL, apiKey: 'none' });
    const model = new OpenAIChatCompletionsModel(client, 'gpt-4o');
    const f = tool({
      name: 'f',
      description: '',
      strict: false,
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
      execute: () => void told.push('ran'),
    });
    const agent = withHooks(new Agent({ name: 'a', model, tools: [f] }), hooks);
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
    expect(result.interruptions).toEqual([]);
    expect(result.finalOutput).toBe('Done.');
    expect(told).toEqual(['invalid']);
  },
);

test('arguments of which a schema makes a date end the run where a hook stands before the call, as the README says', async () => {
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => ({ value: { day: new Date(0) } }),
      jsonSchema: { input: () => ANY, output: () => ANY },
    },
  } as const;
  const ran: unknown[] = [];
  const day = tool({
    name: 'day',
    description: '',
    parameters: schema,
    execute: (args) => void ran.push(args),
  });
  const runWith = async (hooks: Hooks): Promise<unknown> => {
    await using server = await scriptedModel();
    const { baseURL } = server.chat([callTools({ id: '1', name: 'day', args: {} }), say('Done.')]);
    const client = new OpenAI({ baseURL, apiKey: 'none' });
    const model = new OpenAIChatCompletionsModel(client, 'gpt-4o');
    const agent = withHooks(new Agent({ name: 'a', model, tools: [day] }), hooks);
    return (await new Runner({ tracingDisabled: true }).run(agent, 'Go.')).finalOutput;
  };
  expect(await runWith(createHooks())).toBe('Done.');
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  await expect(runWith(hooks)).rejects.toThrow('requires copyable plain normalized input');
  expect(ran).toEqual([{ day: new Date(0) }]);
});

const ANY = { type: 'object', properties: {}, required: [], additionalProperties: false };
