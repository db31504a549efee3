import { getRequestListener } from '@hono/node-server';
import { createHooks, DeniedError, deny } from '@interpose/core';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

const native = globalThis.Response;
// A server on Hono replaces `Response` by a lighter class, for the whole process.
getRequestListener(() => new Response());

test('an error of a hook is thrown as it is where a server has replaced the class of answers', async () => {
  expect(globalThis.Response).not.toBe(native);
  const hooks = createHooks({ onDeny: 'throw' });
  hooks.addHook('preRequest', () => deny('not today'));
  const client = withHooks(
    new OpenAI({ apiKey: 'any', fetch: () => Promise.reject(new Error()) }),
    hooks,
  );
  const asked = client.chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi.' }],
  });
  await expect(asked).rejects.toBeInstanceOf(DeniedError);
});
