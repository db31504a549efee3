import { RunState } from '@openai/agents-core';
import { expect, onTestFinished, test, vi } from 'vitest';

import * as core from '@interpose/core';
import * as coreAdapter from '@interpose/core/adapter';
import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import * as first from '../index.ts';

const { ask, createHooks } = core;

/** Loads this package once more, as an app does that installed it twice; with a core of its own where it says so. */
async function secondCopy(ownCore = false): Promise<typeof first> {
  onTestFinished(() => {
    vi.doUnmock('@interpose/core');
    vi.doUnmock('@interpose/core/adapter');
  });
  vi.resetModules();
  if (!ownCore) {
    vi.doMock('@interpose/core', () => core);
    vi.doMock('@interpose/core/adapter', () => coreAdapter);
  }
  return import('../index.ts');
}

test.each(['the first', 'the second', 'both'])(
  'a run is one chat and goes on after a yes where %s of two copies put the hooks',
  async (which) => {
    const second = await secondCopy();
    expect(second.withHooks).not.toBe(first.withHooks);
    const hooks = createHooks();
    const told: string[] = [];
    hooks.observe('onChatStart', () => void told.push('start'));
    hooks.observe('onChatDone', ({ reason }) => void told.push(reason));
    hooks.addHook('preToolCall', () => ask('a person decides'));
    let paid = 0;
    const model = new MemoryModel([calls('refund')], 'Done.');
    const make = (): ReturnType<typeof agentOn> => {
      const agent = agentOn(model, { tools: [openTool('refund', () => void paid++)] });
      const options = { session: { id: 'thread-1' } };
      if (which !== 'the second') first.withHooks(agent, hooks, options);
      return which === 'the first' ? agent : second.withHooks(agent, hooks, options);
    };
    const asked = await runner.run(make(), 'Pay me.');
    const later = make();
    const state = await RunState.fromString(later, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    await runner.run(later, state);
    expect([paid, told]).toEqual([1, ['start', 'suspended', 'start', 'completed']]);
  },
);

test('a second copy with a core of its own is refused before anything runs', async () => {
  const second = await secondCopy(true);
  const { createHooks: createOthers } = await import('@interpose/core');
  const agent = agentOn(new MemoryModel('Hi.'));
  expect(() => second.withHooks(agent, createOthers())).toThrow(
    'another copy of @interpose/core than the one in use here; install @interpose/core once',
  );
});
