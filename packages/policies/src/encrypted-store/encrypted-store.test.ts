import { createHooks, memoryStore, type StateStore } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { redactPersonal } from '../redact-personal/index.ts';
import { encryptedStore } from './index.ts';

const key = 'q'.repeat(42) + 'g=';
const older = Buffer.alloc(32, 7);

function spied(): { readonly store: StateStore; readonly written: unknown[] } {
  const inner = memoryStore();
  const written: unknown[] = [];
  const store: StateStore = {
    ...inner,
    set(at, value, ttlMs) {
      written.push(value);
      return inner.set(at, value, ttlMs);
    },
    update: (at, change, ttlMs) =>
      inner.update(
        at,
        (current, now) => {
          const next = change(current, now);
          written.push(next);
          return next;
        },
        ttlMs,
      ),
  };
  return { store, written };
}

describe('the encrypted store', () => {
  test.each([
    [{ keys: [] }],
    [{ keys: ['short'] }],
    [{ keys: [Buffer.alloc(31)] }],
    [{ keys: [3] }],
    [{ keys: 'text' }],
    [{ key }],
    [undefined],
  ])('refuses keys that cannot work: %j', (options) => {
    expect(() => encryptedStore(memoryStore(), options as never)).toThrow('[invalid_option]');
  });

  test('refuses to stand before something that is no store', () => {
    expect(() => encryptedStore({} as never, { keys: [key] })).toThrow('[invalid_option]');
  });

  test.each([[{ n: [1, null, 'ü😀'] }], [null], [0], [''], [false]])(
    'gives back %j, of which nothing can be read in the store behind it',
    async (value) => {
      const { store, written } = spied();
      const sealed = encryptedStore(store, { keys: [key] });
      await sealed.set('k', value);
      expect(await sealed.get('k')).toEqual(value);
      expect(await sealed.update('k', (current) => [current])).toEqual([value]);
      expect(await sealed.get('k')).toEqual([value]);
      for (const text of written) expect(text).toMatch(/^[\da-f]{8}\.[\w+/=]+$/);
    },
  );

  test('writes no text twice, so that nobody sees which values are equal', async () => {
    const { store, written } = spied();
    const sealed = encryptedStore(store, { keys: [key] });
    await sealed.set('k', 'yes');
    await sealed.set('k', 'yes');
    expect(new Set(written).size).toBe(2);
  });

  test('removes with undefined', async () => {
    const sealed = encryptedStore(memoryStore(), { keys: [key] });
    await sealed.set('k', 1);
    expect(await sealed.update('k', () => undefined)).toBeUndefined();
    expect(await sealed.get('k')).toBeUndefined();
  });

  test('reads with an older key, and writes with the first', async () => {
    const inner = memoryStore();
    await encryptedStore(inner, { keys: [older] }).set('k', 'old');
    const both = encryptedStore(inner, { keys: [key, older] });
    expect(await both.update('k', (current) => `${String(current)} and new`)).toBe('old and new');
    expect(await encryptedStore(inner, { keys: [key] }).get('k')).toBe('old and new');
  });

  test.each([
    [
      'by another key',
      async (inner: StateStore) => encryptedStore(inner, { keys: [older] }).set('k', 1),
    ],
    ['in clear', async (inner: StateStore) => inner.set('k', { limit: 0 })],
    ['half a value', async (inner: StateStore) => inner.set('k', '00000000.')],
    [
      'for another place',
      async (inner: StateStore) => {
        await encryptedStore(inner, { keys: [key] }).set('other', 1);
        await inner.set('k', await inner.get('other'));
      },
    ],
    [
      'and then changed by a bit',
      async (inner: StateStore) => {
        await encryptedStore(inner, { keys: [key] }).set('k', 'some text');
        const text = String(await inner.get('k'));
        await inner.set('k', text.slice(0, 30) + (text[30] === 'A' ? 'B' : 'A') + text.slice(31));
      },
    ],
  ])('refuses to read what was written %s', async (_, write) => {
    const inner = memoryStore();
    await write(inner);
    const sealed = encryptedStore(inner, { keys: [key] });
    expect(() => sealed.get('k')).toThrow('[state_unreadable]');
    expect(() => sealed.update('k', () => 1)).toThrow('[state_unreadable]');
  });

  test('keeps the vault of a session, in which no address can be read', async () => {
    const { store, written } = spied();
    const hooks = createHooks({
      store: encryptedStore(store, { keys: [key] }),
      policies: [redactPersonal()],
    });
    const call = { id: '1', name: 'look_up', args: {} };
    const tool = { name: 'look_up', origin: 'local', known: true, enabled: true } as const;
    await hooks.inSession({ id: 'thread-7' }, async () => {
      const done = await hooks.step(
        'preToolCall',
        { call, tool },
        () => 'write to ann@mail.example',
      );
      expect(done).toMatchObject({ output: 'write to <EMAIL_ADDRESS_1>' });
    });
    expect(written.length).toBeGreaterThan(0);
    expect(JSON.stringify(written)).not.toContain('ann@mail');
    await hooks.close();
  });
});
