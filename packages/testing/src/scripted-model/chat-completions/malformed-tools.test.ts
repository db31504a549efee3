import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from '../script/call-tools.ts';
import { say } from '../script/say.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const user = { role: 'user', content: 'Hello' } as const;
const optional = {
  type: 'object',
  properties: { amount: { type: 'number' } },
  required: [],
  additionalProperties: false,
};

function declare(change: object = {}): object {
  const parameters = { type: 'object', properties: {} };
  return { type: 'function', function: { name: 'refund', parameters, ...change } };
}

/** A fault, the fields that cause it, and the parameter and code of the API's error. */
type Fault = readonly [string, Record<string, unknown>, string | null, string | null];

async function post(body: unknown): Promise<{ status: number; error: unknown }> {
  const { baseURL } = server.chat([say('never')]);
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers,
    body: text,
  });
  const parsed = (await answer.json()) as { error?: unknown };
  return { status: answer.status, error: parsed.error };
}

const faults: readonly Fault[] = [
  ['an empty list of tools', { tools: [] }, 'tools', 'empty_array'],
  ['a tool of an unknown type', { tools: [{ type: 'plugin' }] }, 'tools[0].type', 'invalid_value'],
  [
    'a tool without name',
    { tools: [declare({ name: undefined })] },
    'tools[0].function.name',
    'missing_required_parameter',
  ],
  [
    'a tool of an impossible name',
    { tools: [declare({ name: 'x'.repeat(65) })] },
    'tools[0].function.name',
    'invalid_value',
  ],
  ['two tools of one name', { tools: [declare(), declare()] }, 'tools[1]', 'invalid_value'],
  [
    'a schema that is no object schema',
    { tools: [declare({ parameters: { type: 'array' } })] },
    'tools[0].function.parameters',
    'invalid_function_parameters',
  ],
  [
    'a strict schema that is open',
    { tools: [declare({ strict: true })] },
    'tools[0].function.parameters',
    'invalid_function_parameters',
  ],
  [
    'a strict schema with an optional property',
    { tools: [declare({ strict: true, parameters: optional })] },
    'tools[0].function.parameters',
    'invalid_function_parameters',
  ],
  [
    'a choice of an absent tool',
    { tools: [declare()], tool_choice: { type: 'function', function: { name: 'pay' } } },
    'tool_choice',
    'invalid_value',
  ],
  ['a choice without tools', { tool_choice: 'auto' }, 'tool_choice', 'invalid_value'],
  ['an unknown choice', { tools: [declare()], tool_choice: 'any' }, 'tool_choice', 'invalid_value'],
  [
    'parallel calls without tools',
    { parallel_tool_calls: true },
    'parallel_tool_calls',
    'invalid_value',
  ],
];

describe('chat completions refuses', () => {
  test.each(faults)('%s', async (_, fields, param, code) => {
    const { status, error } = await post({ model: 'm', messages: [user], ...fields });
    const type = 'invalid_request_error';
    expect(error).toEqual({ message: expect.any(String), type, param, code });
    expect(status).toBe(400);
  });
});

describe('recordings are let through', () => {
  test('with call ids of any length, and tool names that the script itself calls', async () => {
    const id = `call_${'x'.repeat(200)}`;
    const called = { name: 'shop.refund item', arguments: '{}' };
    const chat = server.chat([callTools({ name: called.name, id }), say('Done.')]);
    const client = new OpenAI({ baseURL: chat.baseURL, apiKey: 'any', maxRetries: 0 });
    const answer = await client.chat.completions.create({
      model: 'm',
      messages: [
        user,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: id, content: 'ok' },
      ],
      tools: [{ type: 'function', function: { name: called.name } }],
    });
    expect(answer.choices[0]?.message.content).toBe('Done.');
  });
});
