import { ask, createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { history, pending, question, Shop } from '../../test/shop.ts';
import { withHooks } from '../index.ts';

const refining = {
  experimental_refineToolInput: {
    refund: ({ euros }: { readonly euros: number }) => ({ euros: euros + 1000 }),
  },
};

describe.each(sdkVersions.filter(({ major }) => major === 7))(
  'a call that the app refines on ai $version',
  ({ sdk }) => {
    test('is asked about as it would run', async () => {
      const shop = new Shop(sdk, { settings: refining });
      const asked: unknown[] = [];
      shop.hooks.addHook('preToolCall', ({ call }) => {
        asked.push(call.args['euros']);
        return call.args['euros'] === 1005 ? deny('too much') : undefined;
      });
      await shop.say([question]);
      expect([asked, shop.paid]).toEqual([[1005], []]);
    });

    test('runs as a person saw it, and is not refined again', async () => {
      const shop = new Shop(sdk, { settings: refining });
      shop.hooks.addHook('preToolCall', () => ask('refunds need a person'), { name: 'four-eyes' });
      const asked = await shop.say([question]);
      expect(pending(asked)).toMatchObject({ toolCall: { input: { euros: 1005 } } });
      await shop.say(history(asked, true));
      expect(shop.paid).toEqual([1005]);
    });

    test("is allowed under require: 'enforced'", async () => {
      const { memory } = new Shop(sdk, { turns: [{ text: 'Hello.' }] });
      const strict = withHooks(sdk, createHooks(), { require: 'enforced' });
      const call = { model: memory.model, prompt: 'Hi', ...refining };
      expect((await strict.generateText(call as never)).text).toBe('Hello.');
    });
  },
);
