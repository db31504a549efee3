import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from '../script/say.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const user = { role: 'user', content: 'Hello' };
const called = { type: 'function_call', call_id: 'c1', name: 'refund', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c1', output: 'ok' };

/** A fault, the fields that cause it, and the parameter and code of the API's error. */
type Fault = readonly [string, Record<string, unknown>, string | null, string | null];

async function post(body: unknown): Promise<{ status: number; error: unknown }> {
  const { baseURL } = server.chat([say('never')]);
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${baseURL}/responses`, { method: 'POST', headers, body: text });
  const parsed = (await answer.json()) as { error?: unknown };
  return { status: answer.status, error: parsed.error };
}

const faults: readonly Fault[] = [
  ['no model', { model: undefined }, 'model', 'missing_required_parameter'],
  ['no input', { input: undefined }, 'input', 'missing_required_parameter'],
  ['an empty input', { input: [] }, 'input', 'empty_array'],
  ['messages instead of input', { messages: [] }, 'messages', 'unknown_parameter'],
  ['an unknown item', { input: [{ type: 'note' }] }, 'input[0].type', 'invalid_value'],
  [
    'an unknown role',
    { input: [{ role: 'tool', content: 'x' }] },
    'input[0].role',
    'invalid_value',
  ],
  [
    'an unknown part',
    { input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] },
    'input[0].content[0].type',
    'invalid_value',
  ],
  [
    'arguments that are no text',
    { input: [{ ...called, arguments: {} }, output] },
    'input[0].arguments',
    'invalid_type',
  ],
  ['an output that answers nothing', { input: [user, output] }, 'input', null],
  ['a call without output', { input: [user, called] }, 'input', null],
  [
    'an output that is no text',
    { input: [called, { ...output, output: { ok: true } }] },
    'input[1].output',
    'invalid_type',
  ],
  [
    'a tool without name',
    { tools: [{ type: 'function' }] },
    'tools[0].name',
    'missing_required_parameter',
  ],
  [
    'a choice of an absent tool',
    { tools: [], tool_choice: { type: 'function', name: 'pay' } },
    'tool_choice',
    'invalid_value',
  ],
  [
    'a format without a schema',
    { text: { format: { type: 'json_schema', name: 'x' } } },
    'text.format.schema',
    'missing_required_parameter',
  ],
];

describe('responses refuses', () => {
  test.each(faults)('%s', async (_, fields, param, code) => {
    const { status, error } = await post({ model: 'm', input: 'Hello', ...fields });
    const type = 'invalid_request_error';
    expect(error).toEqual({ message: expect.any(String), type, param, code });
    expect(status).toBe(400);
  });
});
