import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from '../script/say.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const user = { role: 'user', content: 'Hello' };
const answered = { role: 'tool', tool_call_id: 'c1', content: 'ok' };

function calling(change: object = {}): object {
  const call = { id: 'c1', type: 'function', function: { name: 'refund', arguments: '{}' } };
  return { role: 'assistant', content: null, tool_calls: [{ ...call, ...change }] };
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
  ['no model', { model: undefined }, 'model', 'missing_required_parameter'],
  ['an empty model', { model: '' }, 'model', 'invalid_value'],
  ['no messages', { messages: undefined }, 'messages', 'missing_required_parameter'],
  ['messages that are no list', { messages: 'Hello' }, 'messages', 'invalid_type'],
  ['an empty list of messages', { messages: [] }, 'messages', 'empty_array'],
  ['an unknown parameter', { hooks: [] }, 'hooks', 'unknown_parameter'],
  ['a message that is no object', { messages: ['Hello'] }, 'messages[0]', 'invalid_type'],
  [
    'an unknown role',
    { messages: [{ role: 'human', content: 'x' }] },
    'messages[0].role',
    'invalid_value',
  ],
  [
    'content of the wrong kind',
    { messages: [{ role: 'user', content: 5 }] },
    'messages[0].content',
    'invalid_type',
  ],
  [
    'no content',
    { messages: [{ role: 'user' }] },
    'messages[0].content',
    'missing_required_parameter',
  ],
  [
    'an unknown part',
    { messages: [{ role: 'user', content: [{ type: 'input_text' }] }] },
    'messages[0].content[0].type',
    'invalid_value',
  ],
  ['no parts', { messages: [{ role: 'user', content: [] }] }, 'messages[0].content', 'empty_array'],
  [
    'an assistant that says nothing',
    { messages: [user, { role: 'assistant', content: null }] },
    'messages[1].content',
    'invalid_type',
  ],
  [
    'an empty list of calls',
    { messages: [user, { role: 'assistant', tool_calls: [] }] },
    'messages[1].tool_calls',
    'empty_array',
  ],
  [
    'a call without id',
    { messages: [user, calling({ id: undefined })] },
    'messages[1].tool_calls[0].id',
    'missing_required_parameter',
  ],
  [
    'arguments that are no text',
    { messages: [user, calling({ function: { name: 'a', arguments: {} } })] },
    'messages[1].tool_calls[0].function.arguments',
    'invalid_type',
  ],
  [
    'a call of an impossible name',
    { messages: [user, calling({ function: { name: 'a b', arguments: '' } })] },
    'messages[1].tool_calls[0].function.name',
    'invalid_value',
  ],
  [
    'a tool message that answers nothing',
    { messages: [user, answered] },
    'messages[1].tool_call_id',
    'invalid_value',
  ],
  [
    'a tool message for an earlier call',
    { messages: [user, calling(), answered, user, answered] },
    'messages[4].tool_call_id',
    'invalid_value',
  ],
  [
    'a call that nothing answers',
    { messages: [user, calling()] },
    'messages[2].role',
    'invalid_value',
  ],
  [
    'a call that is answered too late',
    { messages: [user, calling(), user, answered] },
    'messages[2].role',
    'invalid_value',
  ],
  [
    'stream options without a stream',
    { stream_options: { include_usage: true } },
    'stream_options',
    'invalid_value',
  ],
  ['a temperature out of range', { temperature: 3 }, 'temperature', 'invalid_value'],
  ['a stream flag that is no boolean', { stream: 'yes' }, 'stream', 'invalid_type'],
  [
    'an unknown response format',
    { response_format: { type: 'xml' } },
    'response_format.type',
    'invalid_value',
  ],
  ['several choices', { n: 2 }, 'n', 'unsupported_value'],
];

describe('chat completions refuses', () => {
  test.each(faults)('%s', async (_, fields, param, code) => {
    const { status, error } = await post({ model: 'm', messages: [user], ...fields });
    const type = 'invalid_request_error';
    expect(error).toEqual({ message: expect.any(String), type, param, code });
    expect(status).toBe(400);
  });

  test('a body that is no JSON', async () => {
    const { status, error } = await post('{"model":');
    expect(error).toMatchObject({ type: 'invalid_request_error', param: null });
    expect(status).toBe(400);
  });
});
