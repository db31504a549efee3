import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks, memoryStore, type DecisionRecord, type StateStore } from '../index.ts';
import { askingHooks, resumeCall, suspendCall, suspendingChat } from '../../test/suspended-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { toolStep } from '../../test/tool-step.ts';

/** A store whose asks come back with this in place of the answer. */
function spoiling(answer: unknown): StateStore {
  const inner = memoryStore();
  return {
    ...inner,
    async get(key) {
      const stored = await inner.get(key);
      return key.startsWith('interpose:approval:') && stored !== undefined
        ? { ...(stored as object), answer }
        : stored;
    },
  };
}

/** A store that answers null where it has nothing. */
function nullStore(): StateStore {
  const inner = memoryStore();
  return {
    ...inner,
    get: async (key) => (await inner.get(key)) ?? null,
    update: async (key, change, ttlMs) =>
      (await inner.update(key, (current) => change(current ?? null) ?? undefined, ttlMs)) ?? null,
  };
}

describe('an answer that the store spoiled', () => {
  test.each([
    ['a yes that is a text', { approved: 'false' }],
    ['a yes that is a number', { approved: 1 }],
    ['a misspelt change', { approved: true, changed: { args: {} } }],
    ['a text', 'yes'],
    ['null', null],
  ])('lets nothing run: %s', async (_, answer) => {
    const hooks = askingHooks({ store: spoiling(answer) });
    await suspendCall(hooks);
    expect(await resumeCall(hooks)).toMatchObject({ denial: { code: 'approval_store_failed' } });
  });

  test('is nothing but what hooks.resume wrote', async () => {
    const hooks = askingHooks({ store: spoiling({ approved: true, by: 'ada' }) });
    await suspendCall(hooks);
    expect((await resumeCall(hooks)).kind).toBe('result');
  });
});

describe('a store that answers null where it has nothing', () => {
  test('has each token count once', async () => {
    const hooks = askingHooks({ store: nullStore() });
    const token = await suspendCall(hooks);
    await hooks.resume(token, { approved: true });
    const both = await Promise.all([resumeCall(hooks), resumeCall(hooks)]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['result', 'suspended']);
    await expect(hooks.resume(token, { approved: true })).rejects.toThrow('[token_unknown]');
    await expect(hooks.resume('never given', { approved: true })).rejects.toThrow(
      '[token_unknown]',
    );
  });
});

describe('a store that never answers', () => {
  const hanging = (names: readonly string[]): StateStore => {
    const inner = memoryStore();
    const hang = (): Promise<never> => new Promise(() => undefined);
    return { ...inner, ...Object.fromEntries(names.map((name) => [name, hang])) };
  };

  test.each([[['get']], [['set']], [['update']]])(
    'denies an ask once the time of a hook is over: %s',
    async (names) => {
      const hooks = askingHooks({ store: hanging(names), timeoutMs: 50 });
      const records: DecisionRecord[] = [];
      hooks.observe('onDecision', ({ record }) => void records.push(record));
      expect(await toolCycle(await suspendingChat(hooks), toolStep())).toMatchObject({
        denial: { code: 'approval_store_failed' },
      });
      await hooks.flush();
      expect(records).toMatchObject([{ settled: 'refused', codes: ['approval_store_failed'] }]);
    },
  );

  test('lets a step run that a person approved, although it cannot be remembered', async () => {
    const approver = () => ({ approved: true });
    const hooks = createHooks({ store: hanging(['set']), timeoutMs: 50, approver });
    hooks.addHook('preToolCall', () => ({
      decision: 'ask',
      reason: 'sure?',
      remember: 'session',
    }));
    expect((await toolCycle(await suspendingChat(hooks), toolStep())).kind).toBe('result');
  });

  test('ends an ask whose chat aborts', async () => {
    const hooks = askingHooks({ store: hanging(['get']) });
    const stop = new AbortController();
    const chat = await openTestChat(hooks, { suspends: true, signal: stop.signal });
    const step = toolCycle(chat, toolStep());
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(step).rejects.toThrow('enough');
  });
});
