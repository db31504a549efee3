import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { hookFetch } from '../index.ts';

test.each([
  ['https://any.example/openai/deployments/model-a/chat/completions?api-version=1', undefined],
  ['https://any.example/v1/chat/completions', 'model-b'],
])('a name that a hook changes reaches %s, or the request is denied', async (url, expected) => {
  const hooks = createHooks();
  const codes: string[] = [];
  hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'model-b' } }));
  hooks.observe('onDecision', ({ record }) => void codes.push(...record.codes));
  const sent: unknown[] = [];
  const guarded = hookFetch(async (_input, init) => {
    sent.push((JSON.parse(init?.body as string) as { readonly model?: unknown }).model);
    return Response.json({ choices: [{ message: { role: 'assistant', content: 'Ten.' } }] });
  }, hooks);
  const messages = [{ role: 'user', content: 'Hi.' }];
  await guarded(url, { method: 'POST', body: JSON.stringify({ model: 'model-a', messages }) });
  await hooks.flush();
  expect(sent).toEqual(expected === undefined ? [] : [expected]);
  expect(codes).toEqual(expected === undefined ? ['modify_unsupported'] : []);
});
