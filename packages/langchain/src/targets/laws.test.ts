import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Go.' }] };

/** Hooks that say a verdict where none is taken, and what is reported of them. */
function observing(): { readonly hooks: Hooks; readonly told: string[] } {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, failedEvent }) => void told.push(`${code} ${failedEvent}`));
  // The types refuse a verdict here; JavaScript does not.
  hooks.addHook('onChatDone', (() => deny('too late')) as never);
  return { hooks, told };
}

test('law 15: a verdict of an observed event is reported, and the answer is given', async () => {
  const { hooks, told } = observing();
  const agent = withHooks(createAgent, hooks)({ model: new PlainModel('Hi.'), tools: [] });
  expect((await agent.invoke(question)).messages.at(-1)?.text).toBe('Hi.');
  await hooks.flush();
  expect(told).toEqual(['verdict_at_observer onChatDone']);
});

test.each(['onSessionStart', 'onChatStart'] as const)(
  'law 15: after a deny at %s no model is asked',
  async (event) => {
    const hooks = createHooks();
    hooks.addHook(event, (() => deny('closed')) as never);
    const model = new PlainModel('Hi.');
    const agent = withHooks(createAgent, hooks)({ model, tools: [] });
    await agent.invoke(question).catch(String);
    expect(model.asked).toBe(0);
  },
);

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

test.each(starts)(
  'law 15: a deny at %s is the refusal that the caller gets, %s, whatever is said of the inventory',
  async (event, mode) => {
    const ask = async (onDeny: 'message' | 'throw'): Promise<unknown> => {
      const model = new PlainModel('Hi.');
      const agent = withHooks(createAgent, closedAt(event, onDeny))({ model, tools: [] });
      if (mode === 'plain') return (await agent.invoke(question)).messages.at(-1);
      let last: unknown;
      for await (const { messages } of await agent.stream(question, { streamMode: 'values' }))
        last = messages.at(-1);
      return last;
    };
    expect(await ask('message')).toMatchObject({
      text: 'We are closed.',
      response_metadata: { finish_reason: 'content_filter' },
    });
    await expect(ask('throw')).rejects.toMatchObject(shut);
  },
);
