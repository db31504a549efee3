import { createHooks } from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { OpenExchanges } from './open-exchanges.ts';
import { readMessage } from './to-contract.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';

const answerTo = (id: number) => readMessage({ jsonrpc: '2.0', id, result: {} });

async function chatOf(hooks = createHooks()): Promise<Chat> {
  return openChat(hooks, { host: { framework: 'test', version: '1' }, agent: { id: 'support' } });
}

/** Adds requests whose chats end before an answer comes. */
async function giveUp(open: OpenExchanges, count: number): Promise<readonly WeakRef<Chat>[]> {
  const hooks = createHooks();
  const chats: WeakRef<Chat>[] = [];
  for (let id = 0; id < count; id += 1) {
    const chat = await chatOf(hooks);
    open.add(id, { chat, implicit: false });
    await chat.end({ kind: 'abort', reason: 'given up' });
    chats.push(new WeakRef(chat));
  }
  return chats;
}

describe('a request whose chat ended before its answer', () => {
  test('keeps the chat for a few requests more', async () => {
    const open = new OpenExchanges();
    const chats = await giveUp(open, 200);
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(chats.filter((chat) => chat.deref() !== undefined).length).toBeLessThan(40);
    expect(open.soleChat()).toBeUndefined();
  });

  test('still waits for one answer, and for no second', async () => {
    const open = new OpenExchanges();
    await giveUp(open, 200);
    expect(open.isOpen(1)).toBe(true);
    expect(open.get(1)).toBeUndefined();
    expect([open.isRepeated(answerTo(1)), open.isRepeated(answerTo(1))]).toEqual([false, true]);
    expect(open.isOpen(1)).toBe(false);
  });

  test('is forgotten beside a thousand, and one whose chat goes on is not', async () => {
    const open = new OpenExchanges();
    const chat = await chatOf();
    open.add('kept', { chat, implicit: false });
    await giveUp(open, 1100);
    expect([open.isOpen(1), open.isOpen(1099), open.isOpen('kept')]).toEqual([false, true, true]);
    expect(open.soleChat()).toBe(chat);
  });
});

test('requests that nobody ever answers, such as those of a task that nobody reads, do not keep all their chats open', async () => {
  const hooks = createHooks();
  const open = new OpenExchanges();
  const chats: Chat[] = [];
  for (let id = 0; id < 30_000; id += 1) {
    const chat = await chatOf(hooks);
    chats.push(chat);
    open.add(id, { chat, implicit: true });
  }
  expect(chats.filter(({ ended }) => !ended).length).toBeLessThan(20_001);
  expect([chats[0]!.ended, chats.at(-1)!.ended]).toEqual([true, false]);
});
