import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const registries = {
  'without hooks': () => createHooks(),
  'under observers': () => {
    const hooks = createHooks();
    hooks.addHook('onMessage', () => undefined);
    hooks.addHook('onChatError', () => undefined);
    return hooks;
  },
  'under hooks that say nothing': () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => undefined);
    hooks.addHook('onResponse', () => undefined);
    hooks.addHook('onRequestError', () => undefined);
    return hooks;
  },
};

describe.each(sdkVersions)('a network error of the client $version', ({ sdk }) => {
  describe.each(Object.entries(registries))('%s', (_name, registry) => {
    const open = (failures: number) => {
      let asked = 0;
      const fetch = () => {
        asked += 1;
        if (asked <= failures) return Promise.reject(new TypeError('fetch failed'));
        return Promise.resolve(Response.json({ choices: [{ message: { content: 'Ten.' } }] }));
      };
      const own = new sdk.OpenAI({ apiKey: 'any', maxRetries: 1, fetch, logLevel: 'off' });
      return { client: withHooks(own, registry()), count: () => asked };
    };

    test('is tried again by the client', async () => {
      const { client, count } = open(1);
      const { choices } = await client.chat.completions.create(question);
      expect([choices[0]?.message.content, count()]).toEqual(['Ten.', 2]);
    });

    test.each([false, true])(
      'reaches the caller as the error of a connection, streamed: %s',
      async (stream) => {
        const { client, count } = open(9);
        const error: unknown = await client.chat.completions
          .create({ ...question, stream })
          .catch((thrown: unknown) => thrown);
        expect([error instanceof sdk.APIConnectionError, count()]).toEqual([true, 2]);
      },
    );
  });
});
