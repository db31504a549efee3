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
