import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { withHooks } from '../index.ts';
// @boundaries-ignore shared by tests only
import { bytesLeftBy } from '../../../testing/test/young-heap.ts';

/** The SDK's request survives young collections with its run: 4,000 bytes, or 8,000 if the run keeps the question. */
const MOST_BYTES = 6000;

const answer = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Ten.' }, finish_reason: 'stop' }],
});

function open(): OpenAI {
  const headers = { 'content-type': 'application/json' };
  const fetch = async (): Promise<Response> => new Response(answer, { headers });
  return new OpenAI({ apiKey: 'any', fetch, logLevel: 'off' });
}

test('a call that is over leaves little to the old heap beside what the SDK leaves', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', () => undefined);
  hooks.addHook('onResponse', () => undefined);
  const [bare, hooked] = [open(), withHooks(open(), hooks)];
  const own = await bytesLeftBy(() => bare.chat.completions.create(question));
  const left = await bytesLeftBy(() => hooked.chat.completions.create(question), own + MOST_BYTES);
  expect(left - own).toBeLessThan(MOST_BYTES);
});
