import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { hookFetch } from '../index.ts';

describe('an answer that hooks left alone', () => {
  const told = (answer: Response): unknown => {
    const { status, statusText, url, headers } = answer;
    return { status, statusText, url, headers: [...headers].filter(([name]) => name !== 'date') };
  };
  const answering = (status: number, body: string | null, type: string) => async () => {
    const init = { status, statusText: 'So it is', headers: { 'content-type': type, 'x-a': 'b' } };
    const answer = new Response(body, init);
    return Object.defineProperty(answer, 'url', { value: 'https://api.test/v1/chat/completions' });
  };
  test.each([
    ['a stream', 200, 'data: [DONE]\n\n', 'text/event-stream'],
    ['an error', 429, '{"error":{"message":"slow down"}}', 'application/json'],
    ['an answer that may have no body', 304, null, 'application/json'],
  ])('tells what the service told: %s', async (_what, status, body, type) => {
    const hooks = createHooks();
    for (const event of ['preRequest', 'onResponse', 'onRequestError'] as const)
      hooks.addHook(event, () => undefined);
    const fetch = answering(status, body, type);
    const asked = {
      method: 'POST',
      body: JSON.stringify({ messages: [], stream: status === 200 }),
    };
    const hooked = await hookFetch(fetch, hooks)('https://api.test/v1/chat/completions', asked);
    expect(told(hooked)).toEqual(told(await fetch()));
  });

  test('was asked for in the manner of its request, also by bytes', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => undefined);
    const manners: unknown[] = [];
    const fetch = hookFetch(async (url, init) => {
      const { redirect, credentials, cache, keepalive } = new Request(url, init);
      manners.push({ redirect, credentials, cache, keepalive });
      return Response.json({ choices: [] });
    }, hooks);
    const manner = {
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      keepalive: true,
    } as const;
    const url = 'https://api.test/v1/chat/completions';
    await fetch(new Request(url, { method: 'POST', body: '{"messages":[]}', ...manner }));
    const bytes = new TextEncoder().encode('{"messages":[]}').buffer;
    await fetch(url, { method: 'POST', body: bytes, ...manner });
    expect(manners).toEqual([manner, manner]);
  });
});
