import { expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { askingHooks } from '../../test/suspended-call.ts';
import { toolStep } from '../../test/tool-step.ts';

test('sessions of a host have data of their own, also where their ids are no well-formed text', async () => {
  const hooks = createHooks();
  const ids = ['a', 'a\uD800', 'a\uD801', 'a\uFFFD', JSON.stringify('a\uD800')];
  const chats = await Promise.all(ids.map((id) => openTestChat(hooks, { hostSession: { id } })));
  for (const { session } of chats) await session.state.set('id', session.id);
  expect(await Promise.all(chats.map(async ({ session }) => session.state.get('id')))).toEqual(ids);
  await hooks.close();
});

test('a call whose id is no well-formed text can wait for a person', async () => {
  const hooks = askingHooks();
  const hostSession = { id: 'a\uD800' };
  const run = async (resumed: boolean) => {
    const chat = await openTestChat(hooks, { hostSession, suspends: true });
    return toolCycle(chat, toolStep({ call: { ...sampleCall(), id: 'call\uD800' }, resumed }));
  };
  const outcome = await run(false);
  expect(outcome.kind).toBe('suspended');
  await hooks.resume((outcome as { readonly token: string }).token, { approved: true });
  expect((await run(true)).kind).toBe('result');
});
