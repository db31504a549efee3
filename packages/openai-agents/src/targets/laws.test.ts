import { createHooks, deny, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { agentOn, runIn, runner } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
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

test('law 15: a verdict of an observed event is reported, and the answer is given', async () => {
  const { hooks, told } = observing();
  const agent = withHooks(agentOn(new MemoryModel('Hi.')), hooks);
  expect((await runner.run(agent, 'Hi.')).finalOutput).toBe('Hi.');
  await hooks.flush();
  expect(told).toEqual(['verdict_at_observer onChatDone']);
});

test('law 16: the very agent is hooked, so that none is left which runs past the hooks', async () => {
  const hooks = createHooks({
    policies: [{ name: 'shut', hooks: { preRequest: () => deny('no') } }],
  });
  const agent = agentOn(new MemoryModel('Hi.'));
  expect(withHooks(agent, hooks)).toBe(agent);
  expect((await runner.run(agent, 'Hi.')).finalOutput).toBe('Blocked by policy.');
  expect((await runner.run(agent.clone({ name: 'copy' }), 'Hi.')).finalOutput).toBe(
    'Blocked by policy.',
  );
});

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
    const model = new MemoryModel('Hi.');
    const ask = async (onDeny: 'message' | 'throw'): Promise<unknown> =>
      (await runIn(mode, withHooks(agentOn(model), closedAt(event, onDeny)), 'Hi.')).finalOutput;
    expect(await ask('message')).toBe('We are closed.');
    await expect(ask('throw')).rejects.toMatchObject(shut);
    expect(model.asked).toEqual([]);
  },
);
