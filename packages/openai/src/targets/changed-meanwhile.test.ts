import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { slowHooks } from '../../../testing/test/slow-hooks.ts';
import { hookFetch, withHooks } from '../index.ts';

const SECRET = 'hunter2';
const ADDRESS = 'https://api.example/v1';

/** A service that keeps what it was sent, and answers with these messages in turn. */
function service(...messages: readonly object[]) {
  const sent: string[] = [];
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(JSON.stringify([init?.body, [...new Headers(init?.headers)]]));
    const message = {
      role: 'assistant',
      content: null,
      refusal: null,
      ...messages[sent.length - 1],
    };
    const choices = [{ index: 0, finish_reason: 'stop', message }];
    return Response.json({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices });
  };
  return { fetch: fetch as typeof globalThis.fetch, sent };
}

const bodyOf = (content: string): string =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });

test.each([
  ['a record', { 'x-tag': 'one' }],
  ['headers', new Headers({ 'x-tag': 'one' })],
  ['pairs', [['x-tag', 'one']] as [string, string][]],
])(
  'what the app changes in the options of a fetch after its call is not sent: %s',
  async (_, headers) => {
    const { fetch, sent } = service({ content: 'ok' });
    const init = { method: 'POST', body: bodyOf('hi'), headers };
    const guarded = hookFetch(
      fetch,
      slowHooks('preRequest', () => undefined),
    );
    const asking = guarded(`${ADDRESS}/chat/completions`, init);
    init.body = bodyOf(SECRET);
    if (Array.isArray(headers)) headers.push(['x-tag', SECRET]);
    else if (headers instanceof Headers) headers.set('x-tag', SECRET);
    else headers['x-tag'] = SECRET;
    await asking;
    expect(sent[0]).toContain('hi');
    expect(sent[0]).toContain('["x-tag","one"]');
    expect(sent[0]).not.toContain(SECRET);
  },
);

test('a fetch that asks no model is called at once, with what the app gave', () => {
  const given: unknown[] = [];
  const fetch = ((...all: unknown[]) => {
    given.push(...all);
    return Promise.resolve(Response.json({}));
  }) as typeof globalThis.fetch;
  const init = { method: 'GET' };
  void hookFetch(fetch, createHooks())(`${ADDRESS}/models`, init);
  expect(given[1]).toBe(init);
});

test('a tool that runs again gets the arguments that hooks were asked about, not those that it left', async () => {
  const ran: unknown[] = [];
  const text = JSON.stringify({ city: 'Rome' });
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: text } };
  const { fetch } = service({ tool_calls: [call] }, { content: 'ok' });
  const hooks = createHooks();
  hooks.addHook('onToolCallResult', ({ attempt }) =>
    attempt === 1 ? { decision: 'retry' } : undefined,
  );
  const client = withHooks(new OpenAI({ apiKey: 'any', baseURL: ADDRESS, fetch }), hooks);
  const look = {
    name: 'look',
    description: 'Looks.',
    parameters: {},
    parse: JSON.parse,
    function: (args: { city: string }) => {
      ran.push({ ...args });
      args.city = SECRET;
      return 'seen';
    },
  };
  await client.chat.completions
    .runTools({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ type: 'function', function: look as never }],
    })
    .finalContent();
  expect(ran).toEqual([{ city: 'Rome' }, { city: 'Rome' }]);
});

test('a result that its tool changes while onToolCallResult is decided is sent as hooks saw it', async () => {
  const order = { state: 'paid' };
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const { fetch, sent } = service({ tool_calls: [call] }, { content: 'ok' });
  const hooks = slowHooks('onToolCallResult', () => {
    order.state = SECRET;
  });
  const client = withHooks(new OpenAI({ apiKey: 'any', baseURL: ADDRESS, fetch }), hooks);
  const look = { name: 'look', description: 'Looks.', parameters: {}, function: () => order };
  await client.chat.completions
    .runTools({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ type: 'function', function: look as never }],
    })
    .finalContent();
  expect(sent[1]).toContain('paid');
  expect(sent[1]).not.toContain(SECRET);
});
