import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];

interface ByHand {
  readonly doGenerate: (params: object) => PromiseLike<unknown>;
  readonly doStream: (params: object) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

describe.each(sdkVersions)(
  'a model that is hooked, wrapped and hooked again, on ai $version',
  ({ sdk }) => {
    const ways = ['doGenerate', 'doStream'] as const;

    test.each(ways)('asks about a message once, by %s', async (way) => {
      const hooks = createHooks();
      const asked: string[] = [];
      hooks.addHook('onUserMessage', ({ message }) => {
        asked.push(JSON.stringify(message.content));
        return asked.length === 1 ? undefined : deny('asked again');
      });
      let retried = false;
      hooks.addHook('onResponse', () => {
        if (retried) return undefined;
        retried = true;
        return { decision: 'retry' };
      });
      const memory = memoryModel([{ text: '1' }, { text: '2' }, { text: '3' }]);
      const inner = withHooks(memory.model, hooks);
      const middleware = { specificationVersion: 'v3' } as never;
      const wrapped = sdk.wrapLanguageModel({ model: inner, middleware });
      // Every model of the SDK has both functions, but their types differ between v6 and v7.
      const model = withHooks(wrapped, hooks) as unknown as ByHand;
      const answer = await model[way]({ prompt });
      if (way === 'doStream') {
        const { stream } = answer as { readonly stream: ReadableStream<unknown> };
        await stream.pipeTo(new WritableStream());
      }
      expect(asked).toHaveLength(1);
      expect(memory.seen.length).toBeGreaterThan(1);
    });
  },
);
