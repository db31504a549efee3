import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Hooks that say a verdict where none is taken, and what is reported of them. */
function observing(): { readonly hooks: Hooks; readonly told: string[] } {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, failedEvent }) => void told.push(`${code} ${failedEvent}`));
  // The types refuse a verdict here; JavaScript does not.
  hooks.addHook('onChatDone', (() => deny('too late')) as never);
  return { hooks, told };
}

describe.each(sdkVersions)('law 15 on ai $version', ({ sdk }) => {
  test('a verdict of an observed event is reported, and the answer is given', async () => {
    const { hooks, told } = observing();
    const { model } = memoryModel([{ text: 'Hi.' }]);
    const agent = withHooks(new sdk.ToolLoopAgent({ model }), hooks);
    expect((await agent.generate({ prompt: 'Hi' })).text).toBe('Hi.');
    await hooks.flush();
    expect(told).toEqual(['verdict_at_observer onChatDone']);
  });

  test.each(['onSessionStart', 'onChatStart'] as const)(
    'after a deny at %s no model is asked',
    async (event) => {
      const hooks = createHooks();
      hooks.addHook(event, (() => deny('closed')) as never);
      const { model, seen } = memoryModel([{ text: 'Hi.' }]);
      const agent = withHooks(new sdk.ToolLoopAgent({ model }), hooks);
      await agent.generate({ prompt: 'Hi' }).catch(String);
      expect(seen).toEqual([]);
    },
  );
});
