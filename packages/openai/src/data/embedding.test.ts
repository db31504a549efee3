import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { hookFetch } from '../index.ts';

const asked = { method: 'POST', body: JSON.stringify({ model: 'm', input: 'a text' }) };

test.each([
  ['an answer', () => Response.json({ data: [] }), 'onChatDone'],
  ['an error of the service', () => new Response('{}', { status: 500 }), 'onChatError'],
  [
    'no answer',
    () => {
      throw new TypeError('fetch failed');
    },
    'onChatError',
  ],
  ['a denial', undefined, 'onChatError'],
] as const)('a request for embeddings ends its chat once, after %s', async (_, answer, ending) => {
  const hooks = createHooks();
  const heard: string[] = [];
  for (const event of ['onChatStart', 'onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, () => void heard.push(event));
  if (answer === undefined) hooks.addHook('preRequest', () => deny('not today'));
  const fetch = hookFetch(async () => answer!(), hooks);
  await fetch('https://api.test/v1/embeddings', asked).catch(() => undefined);
  await hooks.flush();
  expect(heard).toEqual(['onChatStart', ending]);
});
