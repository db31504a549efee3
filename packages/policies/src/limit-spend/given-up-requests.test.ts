import {
  createHooks,
  deny,
  memoryStore,
  respond,
  type Policy,
  type StateStore,
} from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { answers, askModel } from '../../test/kit/ask-model.ts';
import { openTestChat } from '../../test/kit/call-tool.ts';
import { every, some } from '../combine/index.ts';
import { limitSpend } from './index.ts';

const sixty = (): { inputTokens: number; outputTokens: number } => ({
  inputTokens: 60,
  outputTokens: 0,
});
const options = { tokens: 100, per: 'all', windowMs: Infinity, estimate: sixty } as const;

/** Returns the entries of the one budget in a store. */
function tokensIn(store: StateStore): unknown {
  const spent = store.get('limit-spend:%2F100%2FInfinity%2Fall:all') as
    | readonly number[][]
    | undefined;
  return spent?.[0]?.[1];
}

describe('limitSpend', () => {
  test('gives back a reservation whose chat ends before its request is sent', async () => {
    const store = memoryStore();
    const hooks = createHooks({ policies: [limitSpend({ ...options, store })] });
    hooks.addHook('preRequest', () => new Promise<undefined>(() => undefined), { priority: 1000 });
    const over = new AbortController();
    const asking = askModel(await openTestChat(hooks, { signal: over.signal }));
    await Promise.resolve();
    expect(tokensIn(store)).toBe(60);
    over.abort(new Error('left'));
    await expect(asking).rejects.toThrow('left');
    await hooks.flush();
    expect(tokensIn(store)).toBe(0);
  });

  test('keeps the reservation of a request that was sent when its chat ended', async () => {
    const store = memoryStore();
    const hooks = createHooks({ policies: [limitSpend({ ...options, store })] });
    const over = new AbortController();
    const answer = (): never => {
      over.abort(new Error('left'));
      throw over.signal.reason as Error;
    };
    const chat = await openTestChat(hooks, { signal: over.signal });
    await expect(askModel(chat, { answer })).rejects.toThrow('left');
    expect(tokensIn(store)).toBe(60);
  });

  test('gives back what a store reserves after the gate gave up on it', async () => {
    const store = memoryStore();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const late: StateStore['update'] = async (...given) => {
      await held;
      return store.update(...given);
    };
    const hooks = createHooks({
      policies: [limitSpend({ ...options, store: { ...store, update: late } })],
      timeoutMs: 25,
    });
    expect(await askModel(await openTestChat(hooks))).toBe('hook_timeout');
    letGo();
    await expect.poll(() => tokensIn(store)).toBe(60);
    await expect.poll(() => tokensIn(store)).toBe(0);
  });

  test('gives back once what a policy answers, and nothing that others hold', async () => {
    const store = memoryStore();
    const limit = limitSpend({
      ...options,
      tokens: 100,
      store,
      estimate: () => ({ inputTokens: 10, outputTokens: 0 }),
    });
    const hooks = createHooks({ policies: [limit] });
    const chat = await openTestChat(hooks);
    await askModel(chat, { answer: () => answers(50, 0) });
    hooks.addHook('preRequest', () => respond({ response: answers() }), { priority: 1000 });
    await askModel(chat);
    await hooks.flush();
    expect(tokensIn(store)).toBe(50);
  });

  test('gives back what a member of some reserved after a change of its own', async () => {
    const store = memoryStore();
    const change: Policy = {
      name: 'change',
      hooks: { preRequest: ({ request }) => ({ request: { ...request, instructions: 'short' } }) },
    };
    const no: Policy = { name: 'no', hooks: { preRequest: () => deny('no') } };
    const hooks = createHooks({
      policies: [some(every(change, limitSpend({ ...options, store })), no)],
    });
    hooks.addHook('preRequest', () => deny('later', { code: 'later' }), { priority: 1000 });
    expect(await askModel(await openTestChat(hooks))).toBe('later');
    await hooks.flush();
    expect(tokensIn(store)).toBe(0);
  });

  test("settles by the price of the agent's model where the request names none", async () => {
    const store = memoryStore();
    const prices = { large: { input: 100, output: 0 }, '*': { input: 0, output: 0 } };
    const hooks = createHooks({
      policies: [
        limitSpend({ money: 1, per: 'all', windowMs: Infinity, prices, store, name: 'b' }),
      ],
    });
    const chat = await openTestChat(hooks, { agent: { id: 'a', model: 'large' } });
    await askModel(chat, { request: { messages: [] }, answer: () => answers(1000, 0) });
    await hooks.flush();
    expect(store.get('limit-spend:b:all')).toEqual([[0, 1000, 100_000_000]]);
  });
});
