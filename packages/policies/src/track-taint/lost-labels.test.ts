import { memoryStore, type StateStore } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { bank, page } from './told-bank.ts';
import { ToldSession } from './told-session.ts';
import { trackTaint } from './track-taint.ts';

const toEve = { recipient: 'EV1234567890' };

/** A session that has read a page by somebody else. */
async function tainted(store: StateStore): Promise<ToldSession> {
  const session = await ToldSession.under(trackTaint(bank), { store, id: 's' });
  await session.says('Pay my bill');
  await session.reads('browse', page);
  expect(await session.fate('send_money', toEve)).toBe('tainted_argument');
  return session;
}

const losses: [string, (session: ToldSession, store: StateStore) => unknown][] = [
  ['its session is ended by name', ({ chat }) => chat.hooks.endSession('s')],
  ['its store is emptied', (_, store) => store.clear('')],
  [
    'its store is emptied and others write there',
    async (_, store) => {
      await store.clear('');
      const other = await ToldSession.under(trackTaint(bank), { store, id: 's' });
      for (const text of ['Hello', 'Pay', 'Thanks']) await other.says(text);
    },
  ],
];

describe('labels that are lost while a chat runs', () => {
  test.each(losses)('open nothing: %s', async (_, lose) => {
    const store = memoryStore();
    const session = await tainted(store);
    await lose(session, store);
    expect(await session.fate('send_money', toEve)).toBe('taint_forgotten');
    await session.says('Pay Bob, DE89370400440532');
    expect(await session.fate('send_money', toEve)).toBe('taint_forgotten');
    expect(await session.fate('send_money', { recipient: 'DE89370400440532' })).toBe('allow');
  });

  test('open nothing where this process had only read them', async () => {
    const store = memoryStore();
    await tainted(store);
    const reader = await ToldSession.under(trackTaint(bank), { store, id: 's' });
    expect(await reader.fate('send_money', toEve)).toBe('tainted_argument');
    await store.clear('');
    expect(await reader.fate('send_money', toEve)).toBe('taint_forgotten');
  });

  test('are no loss where nothing untrusted was among them', async () => {
    const store = memoryStore();
    const session = await ToldSession.under(trackTaint(bank), { store, id: 's' });
    await session.says('Pay my bill');
    expect(await session.fate('send_money', toEve)).toBe('allow');
    await store.clear('');
    expect(await session.fate('send_money', toEve)).toBe('allow');
  });

  test('are no loss where a read is answered after a later addition', async () => {
    const inner = memoryStore();
    const held: (() => void)[] = [];
    let holds = false;
    const store: StateStore = {
      ...inner,
      async get(key) {
        const read = inner.get(key);
        if (holds) await new Promise<void>((resolve) => held.push(resolve));
        return read;
      },
    };
    const session = await tainted(store);
    holds = true;
    const slow = session.fate('send_money', toEve);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    holds = false;
    await session.reads('browse', 'another page');
    for (const release of held) release();
    expect(await slow).toBe('tainted_argument');
    expect(await session.fate('send_money', toEve)).toBe('tainted_argument');
  });
});
