import { createHooks, deny } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { hookFetch, withHooks } from '../index.ts';

/** Returns a client of a service in memory, and the number of requests that it got. */
function open(): { readonly client: OpenAI; readonly count: () => number } {
  let asked = 0;
  const fetch = async (): Promise<Response> => {
    asked += 1;
    return Response.json({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Ten.' } }],
    });
  };
  return { client: new OpenAI({ apiKey: 'any', fetch, logLevel: 'off' }), count: () => asked };
}

test('law 16: the very client is hooked, so that none is left which runs past the hooks', async () => {
  const hooks = createHooks({
    policies: [{ name: 'shut', hooks: { preRequest: () => deny('no') } }],
  });
  const { client, count } = open();
  expect(withHooks(client, hooks, {})).toBe(client);
  const { choices } = await client.chat.completions.create(question);
  const cloned = await client.withOptions({ timeout: 1000 }).chat.completions.create(question);
  expect([choices[0]?.message.content, cloned.choices[0]?.message.content, count()]).toEqual([
    'Blocked by policy.',
    'Blocked by policy.',
    0,
  ]);
});

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() => misread(open().client, createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
  const misplaced = hookFetch as (...given: readonly unknown[]) => unknown;
  expect(() => misplaced(fetch, createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    'withHooks got more arguments than it reads',
  );
});
