import { createHooks, deny } from '@interpose/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { scriptedModel } from '../../test/shop.ts';
import { hookFetch } from '../index.ts';

let server: Awaited<ReturnType<typeof scriptedModel>>;
beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
const chat = { messages: [{ role: 'user', content: 'Price?' }] };

describe('tools that the app runs itself', () => {
  const calls = [
    {
      kind: 'answer',
      text: ['Let me see. '],
      calls: [
        { id: 'a', name: 'search', args: { q: 1 } },
        { id: 'b', name: 'refund', args: { euros: 5 } },
      ],
    },
  ] as const;

  test.each([
    ['/chat/completions', chat, true],
    ['/chat/completions', chat, false],
    ['/responses', { input: 'Price?' }, true],
    ['/responses', { input: 'Price?' }, false],
  ])(
    'get no call that was denied, and a changed one as it was changed: %s %o, streamed %s',
    async (path, body, stream) => {
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) =>
        call.name === 'refund' ? deny('a person pays') : { call: { ...call, args: { q: 'safe' } } },
      );
      const { baseURL } = server.chat(calls);
      const response = await hookFetch(fetch, hooks)(`${baseURL}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', stream, ...body }),
      });
      const text = await response.text();
      expect(text).toContain('Let me see. ');
      expect(text).not.toContain('refund');
      expect(text.replaceAll('\\', '')).toContain('{"q":"safe"}');
    },
  );

  test('get an answer that says why when no call is left', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('a person pays'), { name: 'guard' });
    const { baseURL } = server.chat([{ ...calls[0], text: [] }]);
    const response = await hookFetch(fetch, hooks)(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'm', ...chat }),
    });
    const [choice] = ((await response.json()) as { choices: object[] }).choices;
    expect(choice).toMatchObject({
      finish_reason: 'stop',
      message: { content: expect.stringContaining('Blocked by guard: a person pays') },
    });
  });

  test.each([
    [
      ['ok', 'bad'],
      ['ok', 'changed'],
    ],
    [
      ['bad', 'bad'],
      ['changed', 'changed'],
    ],
    [
      ['denied', 'ok', 'bad'],
      ['ok', 'changed'],
    ],
    [
      ['bad', 'denied', 'ok'],
      ['changed', 'ok'],
    ],
  ])('of one id are each judged and changed by themselves: %s', async (names, left) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => {
      if (call.name === 'denied') return deny('no');
      return call.name === 'bad' ? { call: { ...call, args: { a: 'changed' } } } : undefined;
    });
    const output = names.map((name, at) => {
      const called = { name, arguments: `{"a":"${name}"}` };
      return { id: `f${at}`, type: 'function_call', call_id: 'c', ...called };
    });
    const text = await askFetch(hooks, '/responses', { status: 'completed', output });
    const got = (JSON.parse(text) as { output: { arguments: string }[] }).output;
    expect(got.map((item) => item.arguments)).toEqual(left.map((name) => `{"a":"${name}"}`));
  });

  test('are told no text again that left before a changed call, also where a service does not count its events', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { q: 'safe' } } }));
    const content = [{ type: 'output_text', text: 'Let me see.', annotations: [] }];
    const message = { id: 'm', type: 'message', role: 'assistant', content };
    const called = { id: 'f', type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const response = { id: 'r', object: 'response', vendor: 1, output: [message, called] };
    const place = { item_id: 'm', output_index: 0, content_index: 0 };
    const text = await askFetch(hooks, '/responses', [
      { type: 'response.created', response: { ...response, output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
      { type: 'response.output_text.delta', ...place, delta: 'Let me see.' },
      { type: 'response.output_text.done', ...place, text: 'Let me see.' },
      { type: 'response.output_item.done', output_index: 0, item: message },
      { type: 'response.output_item.added', output_index: 1, item: { ...called, arguments: '' } },
      { type: 'response.output_item.done', output_index: 1, item: called },
      { type: 'response.completed', response },
    ]);
    const types = [...text.matchAll(/"type":"(response\.[\w.]+)"/g)].map(([, type]) => type);
    expect(types.filter((type) => type === 'response.created')).toHaveLength(1);
    expect(types.filter((type) => type === 'response.output_text.delta')).toHaveLength(1);
    expect(text.replaceAll('\\', '')).toContain('{"q":"safe"}');
  });
});
