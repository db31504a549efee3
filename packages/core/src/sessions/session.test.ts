import { describe, expect, test } from 'vitest';

import { toolCycle, type Chat } from '../adapter.ts';
import { createHooks, deny, memoryStore, type HooksOptions, type StateStore } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { pauseFor } from '../../test/pause-for.ts';
import { sampleCall, TOOL } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

const open = (id: string, options?: HooksOptions): Promise<Chat> =>
  openTestChat(createHooks(options), { session: { id } });

describe("a session's state", () => {
  test('is kept over the chats of the session', async () => {
    const hooks = createHooks();
    const session = { id: 's' };
    await (await openTestChat(hooks, { session })).session.state.set('spent', 5);
    const { state } = (await openTestChat(hooks, { session })).session;
    expect(await state.get('spent')).toBe(5);
  });

  test('is isolated per session, whatever their ids look like', async () => {
    const hooks = createHooks();
    const ids = ['s', 's:', 's:a', 'S', 's%3A', ''];
    for (const id of ids) {
      const { state } = (await openTestChat(hooks, { session: { id } })).session;
      expect(await state.get('a')).toBeUndefined();
      await state.set('a', id);
    }
    for (const id of ids) {
      const { state } = (await openTestChat(hooks, { session: { id } })).session;
      expect(await state.get('a')).toBe(id);
    }
  });

  test('is updated atomically: parallel updates lose nothing', async () => {
    const { state } = (await open('s')).session;
    const add = async (): Promise<number> => state.update<number>('n', (n = 0) => n + 1);
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await state.get('n')).toBe(20);
  });

  test('is updated atomically also in a store that answers later', async () => {
    const memory = memoryStore();
    let queue: Promise<unknown> = Promise.resolve();
    const later = <T>(run: () => T | PromiseLike<T>): Promise<T> => {
      const result = queue.then(() => pauseFor(1)).then(run);
      queue = result;
      return result;
    };
    const store: StateStore = {
      get: (key) => later(() => memory.get(key)),
      set: (key, value, ttlMs) => later(() => memory.set(key, value, ttlMs)),
      update: (key, change, ttlMs) => later(() => memory.update(key, change, ttlMs)),
      clear: (prefix) => later(() => memory.clear(prefix)),
    };
    const { state } = (await open('s', { store })).session;
    const add = (): unknown => state.update<number>('n', (n = 0) => n + 1);
    expect(await Promise.all([add(), add(), add()])).toEqual([1, 2, 3]);
  });

  test('goes with a session that was made for its chat', async () => {
    const store = memoryStore();
    const chat = await openTestChat(createHooks({ store }));
    const { state } = chat.session;
    await state.set('k', 1);
    await chat.end({ kind: 'done', reason: 'completed' });
    expect(await state.get('k')).toBeUndefined();
  });
});

describe("a session's history", () => {
  const call = (chat: Chat, id: string, step: Parameters<typeof toolStep>[0] = {}) =>
    toolCycle(chat, toolStep({ call: sampleCall(undefined, id), ...step }));

  test('holds every call in order, with how it ended', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call: { id } }) => {
      if (id === 'denied') return deny('no');
      return id === 'cached' ? { result: 1 } : undefined;
    });
    const chat = await openTestChat(hooks);
    const before = Date.now();
    await call(chat, 'good', { run: () => pauseFor(5) });
    await call(chat, 'denied');
    await call(chat, 'bad', { run: () => Promise.reject(new Error('x')) });
    await call(chat, 'cached');
    await call(chat, 'unknown', { tool: { ...TOOL, known: false } });
    expect(chat.session.history).toMatchObject([
      { chatId: chat.id, call: { id: 'good' }, status: 'result', synthetic: false },
      { call: { id: 'denied' }, status: 'denied', durationMs: 0, synthetic: false },
      { call: { id: 'bad' }, status: 'error', synthetic: false },
      { call: { id: 'cached' }, status: 'result', durationMs: 0, synthetic: true },
      { call: { id: 'unknown' }, status: 'error' },
    ]);
    const [good] = chat.session.history;
    expect(good!.durationMs).toBeGreaterThanOrEqual(4);
    expect(good!.at).toBeGreaterThanOrEqual(before);
  });

  test('holds the call as it ran', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call: asked }) => ({ call: { ...asked, args: { safe: 1 } } }));
    const chat = await openTestChat(hooks);
    await call(chat, 'x');
    expect(chat.session.history[0]!.call.args).toEqual({ safe: 1 });
  });

  test('holds a suspended call', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: '?' }));
    const chat = await openTestChat(hooks, { suspends: true });
    await call(chat, 'x');
    expect(chat.session.history).toMatchObject([{ status: 'suspended' }]);
  });

  test.each([
    [2, ['c', 'd']],
    [0, []],
    [10, ['a', 'b', 'c', 'd']],
  ])('keeps the last %d calls', async (historyLimit, ids) => {
    const chat = await open('s', { historyLimit });
    for (const id of ['a', 'b', 'c', 'd']) await call(chat, id);
    expect(chat.session.history.map((entry) => entry.call.id)).toEqual(ids);
  });

  test('is read-only, and what was read does not change', async () => {
    const chat = await open('s');
    expect(Object.isFrozen(chat.session.history)).toBe(true);
    await call(chat, 'a');
    const { history } = chat.session;
    await call(chat, 'b');
    expect(history).toHaveLength(1);
    expect(chat.session.history).toHaveLength(2);
    expect([Object.isFrozen(history), Object.isFrozen(history[0])]).toEqual([true, true]);
    expect(chat.session.history).toBe(chat.session.history);
  });

  test('is what hooks see, without the call they are asked about', async () => {
    const hooks = createHooks();
    const seen: number[] = [];
    hooks.addHook('preToolCall', ({ session }) => void seen.push(session.history.length));
    const chat = await openTestChat(hooks);
    await call(chat, 'a');
    await call(chat, 'b');
    expect(seen).toEqual([0, 1]);
  });
});
