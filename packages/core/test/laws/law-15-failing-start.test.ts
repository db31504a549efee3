import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import { createHooks, type HooksOptions } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

const CASES: readonly (readonly [string, HooksOptions, string])[] = [
  ['denies its chat', {}, 'denied'],
  ['denies nothing where failures count as allow', { onError: 'allow' }, 'result'],
  ['denies nothing in monitor mode', { mode: 'monitor' }, 'result'],
];

function fail(): never {
  throw new Error('hunter2');
}

describe.each(['onSessionStart', 'onChatStart'] as const)('law 15: a hook at %s', (event) => {
  describe.each<[string, () => undefined]>([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('hunter2')) as unknown as undefined], // hooks may be asynchronous
  ])('that %s', (_, hook) => {
    test.each(CASES)('%s', async (__, options, kind) => {
      const hooks = createHooks(options);
      const reported: unknown[] = [];
      hooks.observe('onHookError', ({ code }) => void reported.push(code));
      hooks.addHook(event, hook);
      const chat = await openTestChat(hooks, { session: { id: 's' } });
      const outcome = await toolCycle(chat, toolStep());
      expect(outcome.kind).toBe(kind);
      expect(JSON.stringify(outcome)).not.toContain('hunter2');
      expect(reported).toEqual(['hook_failed']);
    });
  });

  test('that fails does not deny the next chat of the session', async () => {
    const hooks = createHooks();
    hooks.addHook(event, fail, { once: true });
    const session = { id: 's' };
    const kinds: string[] = [];
    for (let chats = 0; chats < 2; chats++) {
      const chat = await openTestChat(hooks, { session });
      kinds.push((await toolCycle(chat, toolStep())).kind);
    }
    expect(kinds).toEqual(['denied', 'result']);
  });

  test('that is an observer denies nothing when it fails', async () => {
    const hooks = createHooks();
    hooks.observe('onHookError', () => undefined);
    hooks.observe(event, fail);
    expect((await toolCycle(await openTestChat(hooks), toolStep())).kind).toBe('result');
  });
});
