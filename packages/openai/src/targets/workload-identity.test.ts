import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { withHooks } from '../index.ts';

test('a client that gets its key for a token of its workload still does, and passes the hooks', async () => {
  const left: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    left.push(new URL(url).pathname);
    return url.endsWith('/oauth/token')
      ? Response.json({ access_token: 't', issued_token_type: 'x', token_type: 'Bearer' })
      : Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Ten.' } }] });
  };
  const provider = { tokenType: 'jwt', getToken: async () => 'token' } as const;
  const workloadIdentity = { identityProviderId: 'idp', serviceAccountId: 'account', provider };
  const client = new OpenAI({ apiKey: null, workloadIdentity, fetch: fetch as never });
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook('preRequest', () => void asked.push('preRequest'));
  const { choices } = await withHooks(client, hooks).chat.completions.create(question);
  expect(choices[0]?.message.content).toBe('Ten.');
  expect([left, asked]).toEqual([['/oauth/token', '/v1/chat/completions'], ['preRequest']]);
});
