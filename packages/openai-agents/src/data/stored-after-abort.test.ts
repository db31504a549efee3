import { MemorySession } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const ways = {
  'a hook that says nothing': (hooks: Hooks) =>
    hooks.addHook('preMemoryStore', () => undefined, { name: 'silent' }),
  'an observer': (hooks: Hooks) => hooks.observe('preMemoryStore', () => undefined),
};

/** Reads the first event of a streamed run, and leaves. */
async function leave(hooks: Hooks): Promise<string> {
  const session = new MemorySession();
  const agent = withHooks(agentOn(new MemoryModel('One two three.')), hooks);
  const result = await runner.run(agent, 'Hello.', { session, stream: true });
  const events = result[Symbol.asyncIterator]();
  await events.next();
  await events.return?.();
  await result.completed;
  return JSON.stringify(await session.getItems());
}

describe.each(Object.entries(ways))('%s about what is stored', (_name, listen) => {
  test('lets a session keep what was said when the reader leaves the stream', async () => {
    const hooks = createHooks();
    listen(hooks);
    expect(await leave(hooks)).toContain('Hello.');
  });

  test('lets a session keep a tool result when the caller aborts', async () => {
    const hooks = createHooks();
    listen(hooks);
    const session = new MemorySession();
    const caller = new AbortController();
    const pay = openTool('pay', () => {
      caller.abort(new Error('the user left'));
      return 'paid';
    });
    const agent = withHooks(agentOn(new MemoryModel([calls('pay')]), { tools: [pay] }), hooks);
    const running = runner.run(agent, 'Pay.', { session, signal: caller.signal });
    await expect(running).rejects.toThrow('the user left');
    expect(JSON.stringify(await session.getItems())).toContain('paid');
  });
});

test('a hook that denies what is stored keeps it out after the reader has left', async () => {
  const hooks = createHooks();
  hooks.addHook('preMemoryStore', () => deny('nothing is kept'));
  expect(await leave(hooks)).toBe('[]');
});
