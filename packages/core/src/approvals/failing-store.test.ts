import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import {
  createHooks,
  ask,
  memoryStore,
  type DecisionRecord,
  type Hooks,
  type StateStore,
} from '../index.ts';
import { askingHooks, resumeCall, suspendCall, suspendingChat } from '../../test/suspended-call.ts';
import { toolStep } from '../../test/tool-step.ts';

type Failing = 'get' | 'set' | 'update';

/** A store with methods that can be made to fail, before or after they did their work. */
function brokenStore(): {
  readonly store: StateStore;
  readonly breaks: (...names: readonly Failing[]) => void;
  readonly breaksAfter: (...names: readonly Failing[]) => void;
} {
  const inner = memoryStore();
  let [before, after]: [readonly Failing[], readonly Failing[]] = [[], []];
  const run = async <T>(name: Failing, work: () => T): Promise<Awaited<T>> => {
    if (before.includes(name)) throw new Error('[store_timeout] the store is down');
    const done = await work();
    if (after.includes(name)) throw new Error('[store_timeout] the connection was cut');
    return done;
  };
  return {
    store: {
      get: (key) => run('get', () => inner.get(key)),
      set: (key, value, ttlMs) => run('set', () => inner.set(key, value, ttlMs)),
      update: (key, change, ttlMs) => run('update', () => inner.update(key, change, ttlMs)),
      clear: (prefix) => inner.clear(prefix),
    },
    breaks: (...names) => void (before = names),
    breaksAfter: (...names) => void (after = names),
  };
}

function told(hooks: Hooks): {
  readonly records: DecisionRecord[];
  readonly codes: string[];
} {
  const [records, codes]: [DecisionRecord[], string[]] = [[], []];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  hooks.observe('onHookError', ({ code }) => void codes.push(code));
  return { records, codes };
}

describe('an ask whose store is down', () => {
  test.each<[string, readonly Failing[]]>([
    ['reads nothing', ['get', 'update']],
    ['writes nothing', ['set', 'update']],
    ['does nothing', ['get', 'set', 'update']],
  ])('denies with a code and a record where the store %s', async (_, names) => {
    const { store, breaks } = brokenStore();
    const hooks = askingHooks({ store });
    const { records, codes } = told(hooks);
    const chat = await suspendingChat(hooks);
    breaks(...names);
    expect(await toolCycle(chat, toolStep())).toMatchObject({
      kind: 'denied',
      denial: { code: 'approval_store_failed' },
    });
    await hooks.flush();
    expect(codes).toContain('approval_store_failed');
    expect(records.find(({ event }) => event === 'preToolCall')).toMatchObject({
      settled: 'refused',
      codes: ['approval_store_failed'],
    });
    breaks();
    expect((await toolCycle(await suspendingChat(hooks), toolStep())).kind).toBe('suspended');
  });

  test('lets a step run that a person approved, and asks the next time, where it cannot be remembered', async () => {
    const { store, breaks } = brokenStore();
    let asked = 0;
    const hooks = createHooks({
      store,
      approver: () => {
        asked += 1;
        return { approved: true };
      },
    });
    const { codes } = told(hooks);
    hooks.addHook('preToolCall', () => ask('sure?', { remember: 'session' }));
    breaks('set', 'update');
    for (const times of [1, 2]) {
      expect((await toolCycle(await suspendingChat(hooks), toolStep())).kind).toBe('result');
      expect(asked).toBe(times);
    }
    await hooks.flush();
    expect(codes).toEqual(['approval_store_failed', 'approval_store_failed']);
  });
});

describe('an answer whose store is down', () => {
  test('is not lost: nothing was written, and it may be sent again', async () => {
    const { store, breaks } = brokenStore();
    const hooks = askingHooks({ store });
    const token = await suspendCall(hooks);
    breaks('get', 'set', 'update');
    await expect(hooks.resume(token, { approved: true })).rejects.toThrow('store_timeout');
    breaks();
    await hooks.resume(token, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
  });

  test('is not lost: everything was written, and it may be sent again', async () => {
    const { store, breaksAfter } = brokenStore();
    const hooks = askingHooks({ store });
    const token = await suspendCall(hooks);
    breaksAfter('set', 'update');
    await expect(hooks.resume(token, { approved: true, by: 'ada' })).rejects.toThrow('was cut');
    breaksAfter();
    await hooks.resume(token, { approved: true, by: 'ada' });
    expect((await resumeCall(hooks)).kind).toBe('result');
    await expect(hooks.resume(token, { approved: true, by: 'ada' })).rejects.toThrow(
      '[token_unknown]',
    );
  });

  test('counts as it was first given', async () => {
    const hooks = askingHooks();
    const token = await suspendCall(hooks);
    await hooks.resume(token, { approved: false, reason: 'no' });
    await expect(hooks.resume(token, { approved: true })).rejects.toThrow('[token_answered]');
    expect(await resumeCall(hooks)).toMatchObject({ denial: { reason: 'no' } });
  });

  test('counts under each token that was given for the same call', async () => {
    const hooks = askingHooks();
    const first = await suspendCall(hooks);
    const second = await suspendCall(hooks);
    await hooks.resume(first, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
    await expect(hooks.resume(second, { approved: true })).rejects.toThrow('[token_unknown]');
    expect((await resumeCall(hooks)).kind).toBe('suspended');
  });
});
