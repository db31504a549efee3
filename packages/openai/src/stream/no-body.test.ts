import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi.' }], stream: true };

describe.each(sdkVersions)(
  'a stream that is answered without a body, on openai $version',
  (each) => {
    test('fails where it is read, as without hooks', async () => {
      const hooks = createHooks();
      const endings: string[] = [];
      hooks.addHook('onResponse', () => undefined);
      for (const event of ['onChatDone', 'onChatError', 'onChatAbort'] as const)
        hooks.observe(event, () => void endings.push(event));
      const fetched = () => Promise.resolve(new Response(null, { status: 204 }));
      const client = withHooks(new each.sdk.OpenAI({ apiKey: 'any', fetch: fetched }), hooks);
      const { data: stream, response } = await client.chat.completions
        .create({ ...asked, stream: true })
        .withResponse();
      const first = stream[Symbol.asyncIterator]().next();
      await expect(first).rejects.toThrow('Attempted to iterate over a response with no body');
      await hooks.flush();
      expect([response.status, endings]).toEqual([204, ['onChatDone']]);
    });
  },
);
