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

/** Hooks that deny the start, and besides want no model at all. */
function closedAt(event: 'onSessionStart' | 'onChatStart', onDeny: 'message' | 'throw'): Hooks {
  const hooks = createHooks({ onDeny });
  const close = (): unknown => deny('closed', { code: 'closed', message: 'We are closed.' });
  const onInventoryChange = (): ReturnType<typeof deny> => deny('no component at all');
  hooks.use({ name: 'hours', hooks: { [event]: close as never, onInventoryChange } });
  return hooks;
}

const starts = (['onSessionStart', 'onChatStart'] as const).flatMap((event) => [
  [event, 'plain'] as const,
  [event, 'streamed'] as const,
]);

/** What a caller is thrown for it. */
const shut = { denial: { code: 'closed', policy: 'hours' } };

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

  test.each(starts)(
    'a deny at %s is the refusal that the caller gets, %s, whatever is said of the inventory',
    async (event, mode) => {
      const ask = async (onDeny: 'message' | 'throw'): Promise<readonly [string, string]> => {
        const { model } = memoryModel([{ text: 'Hi.' }]);
        const agent = withHooks(new sdk.ToolLoopAgent({ model }), closedAt(event, onDeny));
        if (mode === 'plain') {
          const { text, finishReason } = await agent.generate({ prompt: 'Hi' });
          return [text, finishReason];
        }
        const result = await agent.stream({ prompt: 'Hi' });
        for await (const part of result.fullStream) if (part.type === 'error') throw part.error;
        return [await result.text, await result.finishReason];
      };
      expect(await ask('message')).toEqual(['We are closed.', 'content-filter']);
      await expect(ask('throw')).rejects.toMatchObject(shut);
    },
  );
});
