import { memoryStore, type StateStore } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import { bank, page, told } from '../told-bank.ts';
import { ToldSession } from '../told-session.ts';
import { trackTaint } from '../track-taint.ts';

describe('what a session remembers', () => {
  test('is its own', async () => {
    const [one, other] = [await told('Pay EV1234567890'), await told('Pay my bill')];
    for (const session of [one, other]) await session.reads('browse', page);
    const args = ['send_money', { recipient: 'EV1234567890' }] as const;
    expect([await one.fate(...args), await other.fate(...args)]).toEqual([
      'allow',
      'tainted_argument',
    ]);
  });

  test('is found again by another process on a store elsewhere', async () => {
    const store = remote();
    const one = await ToldSession.under(trackTaint(bank), { store, id: 'thread' });
    await one.says('Pay DE89370400440532');
    await one.reads('browse', page);
    const other = await ToldSession.under(trackTaint(bank), { store, id: 'thread' });
    expect(await other.fate('send_money', { recipient: 'DE89370400440532' })).toBe('allow');
    expect(await other.fate('send_money', { recipient: 'EV1234567890' })).toBe('tainted_argument');
  });

  test('is read from the request after a restart that lost it', async () => {
    const session = await ToldSession.under(trackTaint(bank));
    await session.chat.dispatch('preRequest', {
      request: {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Pay DE89370400440532' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', id: '1', name: 'browse', args: {} }],
          },
          {
            role: 'tool',
            content: [{ type: 'tool-result', id: '1', name: 'browse', result: page }],
          },
        ],
      },
    });
    expect(await session.fate('send_money', { recipient: 'DE89370400440532' })).toBe('allow');
    expect(await session.fate('send_money', { recipient: 'EV1234567890' })).toBe(
      'tainted_argument',
    );
  });

  test('has no part in what a refusal of another policy tells', async () => {
    const session = await told('Hello');
    expect(await session.fate('other', {})).toBe('allow');
    await session.chat.dispatch('preRequest', {
      request: {
        messages: [
          {
            role: 'tool',
            content: [
              { type: 'tool-result', id: 'call_1', name: 'other', error: 'Blocked by budget' },
            ],
          },
        ],
      },
    });
    expect(await session.fate('other', { of: 'budget' })).toBe('allow');
  });

  test('is what a database can keep', async () => {
    const session = await told('Hello');
    await session.reads('browse', 'a\0b \ud800 c');
    expect(JSON.stringify(await session.chat.session.state.get('track-taint'))).not.toMatch(
      /\\u0000|\\ud800/,
    );
  });

  test('is bounded, and what was forgotten opens nothing', async () => {
    const session = await told('Hello', { ...bank, maxCharacters: 200 });
    await session.reads('browse', page);
    for (let n = 0; n < 20; n++)
      await session.reads('browse', `Something else to read, number ${n}`);
    expect(await session.fate('note_down', { text: 'eve@evil.example' })).toBe('taint_forgotten');
    expect(await session.fate('note_down', { text: 'of my own making' })).toBe('taint_forgotten');
    expect(await session.fate('note_down', { text: 'Hello' })).toBe('allow');
    const stored = await session.chat.session.state.get<{ readonly characters: number }>(
      'track-taint',
    );
    expect(stored?.characters).toBeLessThanOrEqual(200);
  });

  test('holds when results come in parallel', async () => {
    const session = await ToldSession.under(trackTaint(bank), { store: remote() });
    await session.says('Pay my bill');
    await Promise.all(['a', 'b', 'c'].map((name) => session.reads('browse', `${page} ${name}`)));
    const stored = await session.chat.session.state.get<{ readonly entries: readonly unknown[] }>(
      'track-taint',
    );
    expect(stored?.entries).toHaveLength(4);
  });

  test('costs no write when nothing is new', async () => {
    const near = memoryStore();
    let writes = 0;
    const update: StateStore['update'] = (key, change, ttlMs) => {
      writes += 1;
      return near.update(key, change, ttlMs);
    };
    const session = await ToldSession.under(trackTaint(bank), { store: { ...near, update } });
    await session.says('Hello');
    await session.reads('browse', page);
    expect(writes).toBe(2);
    const message = { role: 'user', content: [{ type: 'text', text: 'Hello' }] } as const;
    await session.chat.dispatch('preRequest', { request: { messages: [message, message] } });
    await session.reads('browse', page);
    expect(writes).toBe(2);
  });

  test('is not compared with what comes again and again', async () => {
    const session = await told('Hello');
    let looks = 0;
    const entries = Array.from({ length: 50 }, (_, index) => ({
      from: 'untrusted',
      get text() {
        looks += 1;
        return `text ${index}`;
      },
    }));
    const { state } = session.chat.session;
    await state.set('track-taint', { entries, dropped: 0, characters: 400 });
    await session.reads('browse', `${page} 1`);
    looks = 0;
    await session.reads('browse', `${page} 2`);
    await session.reads('browse', `${page} 3`);
    expect(looks).toBe(0);
  });

  test('holds no texts that were dropped long ago', async () => {
    const session = await ToldSession.under(trackTaint({ ...bank, maxCharacters: 200 }));
    const forgot = vi.spyOn(Set.prototype, 'clear');
    for (let n = 0; n < 100; n++) await session.reads('browse', `a page of its own, number ${n}`);
    const cleared = forgot.mock.contexts.map((set) => set as Set<unknown>);
    forgot.mockRestore();
    expect(cleared.length).toBeGreaterThan(1);
    for (const texts of new Set(cleared)) expect(texts.size).toBeLessThan(30);
  });

  test('does not grow when the same is read again', async () => {
    const session = await told('Hello');
    for (let n = 0; n < 5; n++) await session.reads('browse', page);
    const stored = await session.chat.session.state.get<{ readonly entries: readonly unknown[] }>(
      'track-taint',
    );
    expect(stored?.entries).toHaveLength(2);
  });
});

/** Makes a store like one on a server: every operation is asynchronous, and every object is a new copy. */
function remote(): StateStore {
  const near = memoryStore();
  const copy = (value: unknown): unknown =>
    value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
  return {
    get: async (key) => copy(await near.get(key)),
    set: async (key, value, ttlMs) => near.set(key, copy(value), ttlMs),
    update: async (key, change, ttlMs) =>
      copy(await near.update(key, (value) => copy(change(copy(value))), ttlMs)),
    clear: async (prefix) => near.clear(prefix),
  };
}
