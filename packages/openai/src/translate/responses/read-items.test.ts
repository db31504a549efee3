import { createHooks, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../../test/ask-fetch.ts';
import { hookFetch } from '../../index.ts';
import type { Body } from '../native.ts';

const SECRET = 'ann@mail.example';

/** Returns the input that is sent for this one, which ends with a question of the user. */
async function sent(hooks: Hooks, input: readonly Body[]): Promise<readonly Body[]> {
  let body = '';
  const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
    body = init?.body as string;
    return Promise.resolve(Response.json({ output: [] }));
  };
  const init = { method: 'POST', body: JSON.stringify({ model: 'm', input }) };
  await hookFetch(fetch, hooks)('https://api.test/v1/responses', init);
  return (JSON.parse(body) as { readonly input: readonly Body[] }).input;
}

const piece = { type: 'input_text', text: `to ${SECRET}` };
const between = { type: 'agent_message', author: 'a', recipient: 'b', id: 'am' };

test.each([
  [
    'a program came to',
    { type: 'program_output', id: 'p', call_id: 'c', status: 'completed', result: SECRET },
    'result',
    '***',
  ],
  [
    'a person said of a call to a server',
    { type: 'mcp_approval_response', approval_request_id: 'm', approve: true, reason: SECRET },
    'reason',
    '***',
  ],
  [
    'an agent tells another',
    { ...between, content: [piece, { type: 'encrypted_content', encrypted_content: 'x' }] },
    'content',
    [
      { type: 'input_text', text: 'to ***' },
      { type: 'encrypted_content', encrypted_content: 'x' },
    ],
  ],
])(
  'hooks read what %s, and what they change goes out in its place',
  async (_, item, field, left) => {
    const [silent, hooks] = [createHooks(), createHooks()];
    silent.addHook('preRequest', () => undefined);
    hooks.addHook('preRequest', ({ request }) => {
      const messages = request.messages.map((message) => ({
        ...message,
        content: message.content.map((part) => {
          if (part.type === 'text') return { ...part, text: part.text.replace(SECRET, '***') };
          return part.type === 'tool-result' && part.result === SECRET
            ? { ...part, result: '***' }
            : part;
        }),
      }));
      return { request: { ...request, messages } };
    });
    const input = [item, { role: 'user', content: 'And?' }];
    expect(await sent(silent, input)).toEqual(input);
    expect((await sent(hooks, input))[0]).toEqual({ ...item, [field]: left });
  },
);

test('what hooks make of a call that only tells it is over goes out as its output', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response }) => ({
    response: {
      ...response,
      content: response.content.map((part) =>
        part.type === 'tool-result' ? { ...part, result: 'nothing found' } : part,
      ),
    },
  }));
  const search = { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'q' } };
  const got = JSON.parse(await askFetch(hooks, '/responses', { output: [search] })) as Body;
  expect(got['output']).toEqual([{ ...search, output: 'nothing found' }]);
});
