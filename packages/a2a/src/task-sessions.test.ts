import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { saying, startDesk, type Desk } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { sdk, server } from '../test/sdk.ts';

let desk: Desk | undefined;

afterEach(() => desk?.close());

/** A desk that asks for more, so that its task goes on, and the sessions that its hooks see. */
async function asking(user?: string) {
  const hooks = createHooks();
  const heard = hear(hooks);
  desk = await startDesk({
    hooks,
    ...(user === undefined ? {} : { user }),
    async execute({ taskId: id, contextId }, bus) {
      const task = { id, contextId, status: { state: 'TASK_STATE_INPUT_REQUIRED' } };
      bus.publish(server.AgentEvent.task(sdk.Task.fromJSON(task)));
    },
  });
  const caller = await desk.client();
  const first = await caller.sendMessage(saying('one'));
  const { id: taskId, contextId } = first as { readonly id: string; readonly contextId: string };
  const sessions = () => new Set(heard.map(({ sessionId }) => sessionId)).size;
  return { hooks, caller, taskId, contextId, sessions };
}

test.each([undefined, 'ada'])(
  'a message with a task alone is in the session of the context of the task, for the user %s',
  async (user) => {
    const { hooks, caller, taskId, contextId, sessions } = await asking(user);
    await caller.sendMessage(saying('two', { contextId }));
    const before = sessions();
    await caller.sendMessage(saying('three', { taskId }));
    expect([taskId.length > 0, sessions()]).toEqual([true, before]);
    await hooks.close();
  },
);

test('a message with a task cannot leave that session by naming another context', async () => {
  const { hooks, caller, taskId, contextId, sessions } = await asking();
  await caller.sendMessage(saying('two', { contextId }));
  const before = sessions();
  await caller
    .sendMessage(saying('three', { taskId, contextId: 'elsewhere' }))
    .catch(() => undefined);
  expect(sessions()).toBe(before);
  await hooks.close();
});

test('a message with a task that nobody knows is in a session of its own', async () => {
  const { hooks, caller, sessions } = await asking();
  const before = sessions();
  await expect(caller.sendMessage(saying('two', { taskId: 'gone' }))).rejects.toThrow(/not found/i);
  expect(sessions()).toBe(before + 1);
  await hooks.close();
});

test('contexts whose ids are no well-formed text have sessions of their own', async () => {
  const { hooks, caller, sessions } = await asking();
  const before = sessions();
  for (const contextId of ['a\uD800', 'a\uD801', 'a\uFFFD'])
    await caller.sendMessage(saying('two', { contextId }));
  expect(sessions()).toBe(before + 3);
  await hooks.close();
});

test('a user is in another session where another tenant has a user of that name', async () => {
  const { hooks, caller, contextId, sessions } = await asking('ada');
  for (const tenant of ['', 'acme', 'rival', 'acme'])
    await caller.sendMessage(saying('two', { contextId }, { tenant }));
  // The first message of all had no context yet.
  expect(sessions()).toBe(4);
  await hooks.close();
});
