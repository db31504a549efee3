import { ask, createHooks, deny, type Hooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

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

/** Runs one call of a tool whose schema returns these arguments. Returns the output, and what the function got. */
async function runMaking(
  value: unknown,
  hooks: Hooks,
  rest: object = {},
): Promise<{ readonly output: unknown; readonly ran: readonly unknown[] }> {
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => ({ value }),
      jsonSchema: { input: () => NO_ARGUMENTS, output: () => NO_ARGUMENTS },
    },
  } as const;
  const ran: unknown[] = [];
  const execute = (args: unknown): void => void ran.push(args);
  const day = tool({ name: 'day', description: '', parameters: schema, execute, ...rest });
  await using server = await scriptedModel();
  const { baseURL } = server.chat([callTools({ id: '1', name: 'day', args: {} }), say('Done.')]);
  const client = new OpenAI({ baseURL, apiKey: 'none' });
  const model = new OpenAIChatCompletionsModel(client, 'gpt-4o');
  const agent = withHooks(new Agent({ name: 'a', model, tools: [day] }), hooks);
  const result = await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
  return { output: result.interruptions.length > 0 ? 'asked' : result.finalOutput, ran };
}

const NO_ARGUMENTS = { type: 'object', properties: {}, required: [], additionalProperties: false };

describe('arguments of which a schema makes more than plain data', () => {
  const made = { day: new Date(0), map: new Map([[1, 2]]), act: () => 1, url: new URL('http://a') };

  test('reach the tool as they are, past a hook that says nothing', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => void seen.push(call.args));
    const { output, ran } = await runMaking(made, hooks);
    expect([output, seen]).toEqual(['Done.', [{}]]);
    expect(ran[0]).toBe(made);
    expect(ran).toHaveLength(1);
  });

  test('are asked about like others, and denied like others', async () => {
    const asking = createHooks();
    asking.addHook('preToolCall', () => ask('a person decides'));
    expect(await runMaking(made, asking)).toEqual({ output: 'asked', ran: [] });
    const denying = createHooks();
    denying.addHook('preToolCall', () => deny('no'));
    expect(await runMaking(made, denying)).toEqual({ output: 'Done.', ran: [] });
  });

  test('are asked about by the SDK itself where the app always wants that', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const always = { needsApproval: true };
    expect(await runMaking(made, hooks, always)).toEqual({ output: 'asked', ran: [] });
  });

  test("end the run where the app's own policy is a function, with hooks and without", async () => {
    const hooks = createHooks();
    const own = { needsApproval: async () => false };
    const failing = 'requires copyable plain normalized input';
    await expect(runMaking(made, hooks, own)).rejects.toThrow(failing);
    hooks.addHook('preToolCall', () => undefined);
    await expect(runMaking(made, hooks, own)).rejects.toThrow(failing);
  });
});
