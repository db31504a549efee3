import { describe, expect, test } from 'vitest';

import { joinChat } from '../remote.ts';
import { createHooks, type Hooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall, TOOL } from '../../test/sample-values.ts';

const STEP = { call: sampleCall(), tool: TOOL };
const HOST = { host: { framework: 'test', version: '1' }, agent: { id: 'a' } };

/** Hooks with a session that ada opened, and the users that hooks have seen. */
async function openedByAda(): Promise<{ hooks: Hooks; users: unknown[] }> {
  const hooks = createHooks();
  const users: unknown[] = [];
  hooks.addHook('preToolCall', ({ user }) => void users.push(user?.id));
  await openTestChat(hooks, { session: { id: 's', user: { id: 'ada' } } });
  return { hooks, users };
}

describe('in a session that several users share', () => {
  const session = { id: 's', user: { id: 'bob' } };

  test.each<[string, (hooks: Hooks) => Promise<unknown>]>([
    [
      'a chat is of the user that is named with it',
      async (hooks) => (await openTestChat(hooks, { session })).dispatch('preToolCall', STEP),
    ],
    [
      'a chat inside inSession is of the user named there',
      (hooks) =>
        hooks.inSession(session, async () => {
          await (await openTestChat(hooks)).dispatch('preToolCall', STEP);
        }),
    ],
    [
      "an app's own step is of the user that is named with it",
      (hooks) => gateCall(hooks, STEP.call, { session }),
    ],
    [
      'a step of a chat elsewhere is of the user that is named with it',
      async (hooks) =>
        joinChat(hooks, { ...HOST, chatId: 'c', session }).dispatch('preToolCall', STEP),
    ],
    [
      'a nested chat is of the user of its caller',
      async (hooks) => {
        const parent = await openTestChat(hooks, { session });
        return (await openTestChat(hooks, { parent })).dispatch('preToolCall', STEP);
      },
    ],
    [
      'a user of the chat itself comes first',
      async (hooks) => {
        const other = { id: 's', user: { id: 'eve' } };
        const chat = await openTestChat(hooks, { session: other, user: { id: 'bob' } });
        return chat.dispatch('preToolCall', STEP);
      },
    ],
  ])('%s', async (_, speak) => {
    const { hooks, users } = await openedByAda();
    await speak(hooks);
    expect(users).toEqual(['bob']);
  });

  test('a chat that names no user is of the user who opened the session', async () => {
    const { hooks, users } = await openedByAda();
    await (await openTestChat(hooks, { session: { id: 's' } })).dispatch('preToolCall', STEP);
    expect(users).toEqual(['ada']);
  });

  test('a step in a session without an id is of the user that is named with it', async () => {
    const { hooks, users } = await openedByAda();
    await gateCall(hooks, STEP.call, { session: { user: { id: 'bob' } } });
    expect(users).toEqual(['bob']);
  });
});
