import { createHooks, type Policy } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { call, on, tool, yes } from '../../test/sample-policies.ts';
import { every, some } from './index.ts';

describe('the setup of a combined policy', () => {
  const sets = (name: string, log: string[], started: () => unknown = () => undefined): Policy => ({
    ...on(name, () => undefined),
    setup: (hooks) => {
      log.push(`${name} up`);
      hooks.addHook('preRequest', () => undefined);
      const down = (): void => void log.push(`${name} down`);
      const disposer = Object.assign(down, { [Symbol.dispose]: down });
      const pending = started();
      return pending instanceof Promise ? pending.then(() => disposer) : disposer;
    },
  });

  test.each([every, some])('%o starts and stops that of each member', async (combine) => {
    const log: string[] = [];
    const hooks = createHooks();
    const later = (): Promise<void> => Promise.resolve();
    const used = hooks.use(combine(sets('a', log), yes, sets('b', log, later)));
    await used.ready;
    used();
    expect(log).toEqual(['a up', 'b up', 'a down', 'b down']);
  });

  test('that fails closes what it guards and undoes the rest', async () => {
    const log: string[] = [];
    const fails = sets('b', log, () => Promise.reject(new Error('no database')));
    const hooks = createHooks({ policies: [every(sets('a', log), fails)] });
    await expect(hooks.ready()).rejects.toThrow('no database');
    expect(await hooks.dispatch('preToolCall', { call, tool })).toMatchObject({
      code: 'hook_failed',
    });
    expect(log).toEqual(['a up', 'b up', 'a down']);
  });

  test('that throws at once undoes the rest and throws', async () => {
    const log: string[] = [];
    const throws: Policy = {
      ...yes,
      setup: () => {
        throw new Error('no file');
      },
    };
    const hooks = createHooks();
    expect(() => hooks.use(every(sets('a', log), throws))).toThrow('no file');
    await expect.poll(() => log).toEqual(['a up', 'a down']);
  });
});
