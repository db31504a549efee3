import { describe, expect, test } from 'vitest';

import { toolCycle, type ToolOutcome } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  type Hooks,
  type HooksOptions,
  type SessionOptions,
  type User,
} from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

const ada: User = { id: 'ada' };

function asking(options: HooksOptions = {}): Hooks {
  const hooks = createHooks(options);
  hooks.use({ name: 'p', hooks: { preToolCall: () => ask('?', { remember: 'session' }) } });
  return hooks;
}

async function callAs(
  hooks: Hooks,
  user: User | undefined,
  session?: SessionOptions,
): Promise<ToolOutcome<unknown>> {
  const chat = await openTestChat(hooks, {
    suspends: true,
    ...(user === undefined ? {} : { user }),
    ...(session === undefined ? {} : { session }),
  });
  return toolCycle(chat, toolStep({ call: sampleCall(), resumed: true }));
}

describe('law 5: an approval holds for the user it was asked for', () => {
  test('so that one that a session remembers serves no other who speaks in it', async () => {
    const users: unknown[] = [];
    const hooks = asking({
      approver({ user }) {
        users.push(user?.id);
        return { approved: true };
      },
    });
    const session = { id: 'shared' };
    const bob: User = { id: 'bob' };
    const elsewhere: User = { id: 'ada', organisation: 'acme' };
    for (const user of [ada, { ...ada, name: 'Ada' }, bob, elsewhere, undefined, bob])
      await callAs(hooks, user, session);
    expect(users).toEqual(['ada', 'bob', 'ada', undefined]);
  });

  test('so that one that a session remembers serves no other who is named with the session', async () => {
    const users: unknown[] = [];
    const hooks = asking({
      approver({ user }) {
        users.push(user?.id);
        return { approved: true };
      },
    });
    for (const id of ['ada', 'bob', 'ada'])
      await callAs(hooks, undefined, { id: 'shared', user: { id } });
    expect(users).toEqual(['ada', 'bob']);
  });

  test('so that one that was suspended serves no other whose host gives the same call id', async () => {
    const hooks = asking();
    const asked = await callAs(hooks, ada);
    await hooks.resume(asked.kind === 'suspended' ? asked.token : '', { approved: true });
    expect((await callAs(hooks, { id: 'bob' })).kind).toBe('suspended');
    expect((await callAs(hooks, ada)).kind).toBe('result');
  });
});
