import { createHooks, deny, type Context } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { finished, partModel } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type DeltaHook = (context: Context<'onResponseDelta'>) => unknown;

describe.each(sdkVersions)('a text that the provider stored, on ai $version', ({ sdk }) => {
  const providerMetadata = { openai: { itemId: 'msg_1' } };

  test.each<[string, DeltaHook]>([
    ['changed', ({ delta }) => ({ delta: delta.replace('secret', '[x]') })],
    ['denied', ({ delta }) => (delta.includes('secret') ? deny('a secret') : undefined)],
  ])('is not sent again by its id once a delta of it was %s', async (_, hook) => {
    const { model } = partModel([
      { type: 'text-start', id: 't', providerMetadata },
      { type: 'text-delta', id: 't', delta: 'This is ' },
      { type: 'text-delta', id: 't', delta: 'secret.' },
      { type: 'text-end', id: 't', providerMetadata },
      finished('stop'),
    ]);
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', hook);
    const result = withHooks(sdk, hooks).streamText({ model, prompt: 'Go' });
    const { messages } = await result.response;
    expect(JSON.stringify(messages)).toContain('This is ');
    expect(JSON.stringify(messages)).not.toMatch(/secret|msg_1/);
  });
});
