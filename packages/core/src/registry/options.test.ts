import { afterEach, describe, expect, test, vi } from 'vitest';

import { createHooks, memoryStore, type HooksOptions } from '../index.ts';
import { readSettings } from './options.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the settings of a registry', () => {
  test('have stated defaults', () => {
    const { store, ...settings } = readSettings({});
    expect(settings).toEqual({
      approver: undefined,
      onError: 'deny',
      onDeny: 'message',
      mode: 'enforce',
      strict: true,
      retries: 2,
      timeoutMs: 30_000,
      approvalTimeoutMs: 300_000,
      sessionIdleMs: 1_800_000,
      historyLimit: 1000,
      maxDepth: 16,
      allowRename: false,
      trace: false,
    });
    expect(store.get('nothing')).toBeUndefined();
  });

  test('are what the app says', () => {
    const options = {
      approver: () => ({ approved: true }) as const,
      onError: 'throw',
      onDeny: 'throw',
      mode: 'monitor',
      strict: false,
      retries: 0,
      timeoutMs: 0,
      approvalTimeoutMs: 1,
      sessionIdleMs: Infinity,
      historyLimit: 0,
      maxDepth: 0,
      allowRename: true,
      trace: true,
      store: memoryStore(),
    } satisfies HooksOptions;
    expect(readSettings(options)).toEqual(options);
  });

  test.each(['production', 'test', ''])('are strict whatever NODE_ENV is: %s', (environment) => {
    vi.stubEnv('NODE_ENV', environment);
    expect(readSettings({}).strict).toBe(true);
    expect(readSettings({ strict: false }).strict).toBe(false);
  });

  test.each([
    'retries',
    'timeoutMs',
    'approvalTimeoutMs',
    'sessionIdleMs',
    'historyLimit',
    'maxDepth',
  ] as const)('refuse a %s that is no length or count, naming it', (name) => {
    for (const value of [-1, NaN, '5', null, {}]) {
      expect(() => createHooks({ [name]: value })).toThrow(`[invalid_option] ${name} is`);
    }
  });

  test.each(['onError', 'onDeny', 'mode'] as const)('refuse an unknown %s, naming it', (name) => {
    expect(() => createHooks({ [name]: 'ignore' })).toThrow(
      new RegExp(
        String.raw`^\[invalid_option\] ${name} is "ignore" in createHooks; pass one of \w+, \w+`,
      ),
    );
  });
});
