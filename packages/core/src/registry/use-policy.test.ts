import { describe, expect, test } from 'vitest';

import { createHooks, definePolicy, deny, type Disposer, type Policy } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { pauseFor } from '../../test/pause-for.ts';
import { disposer } from './disposer.ts';

const DENYING: Policy['hooks'] = { preToolCall: () => deny('no') };

describe('a policy', () => {
  test('is registered by one call and gone by one disposer', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const policy = definePolicy({
      name: 'p',
      hooks: {
        preToolCall: [() => void log.push('a'), { run: () => void log.push('b') }],
        onMessage: () => void log.push('message'),
      },
    });
    const dispose = hooks.use(policy);
    const both = async (): Promise<void> => {
      await gateCall(hooks);
      await hooks.dispatch('onMessage', { message: { role: 'user', content: [] } });
    };
    await both();
    expect(log).toEqual(['a', 'b', 'message']);
    dispose();
    dispose();
    await both();
    expect(log).toHaveLength(3);
  });

  test('of a name that is taken is refused, and the first goes on', async () => {
    const hooks = createHooks({ policies: [{ name: 'p', hooks: DENYING }] });
    expect(() => hooks.use({ name: 'p', hooks: {} })).toThrow(/^\[duplicate_policy\]/);
    const q = { name: 'q', hooks: DENYING };
    expect(() => createHooks({ policies: [q, q] })).toThrow(
      '[duplicate_policy] there is a policy q already; use it once, or name them apart: { ...policy, name }',
    );
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', policy: 'p' });
  });

  test('gives its name back when it is disposed, or when its setup throws', () => {
    const hooks = createHooks();
    const first = hooks.use({ name: 'p', hooks: DENYING });
    first();
    const second = hooks.use({ name: 'p', hooks: DENYING });
    first();
    expect(() => hooks.use({ name: 'p' })).toThrow(/^\[duplicate_policy\]/);
    second();
    const failing: Policy = {
      name: 'p',
      setup: () => {
        throw new Error('no key');
      },
    };
    expect(() => hooks.use(failing)).toThrow('no key');
    hooks.use({ name: 'p', hooks: DENYING });
  });

  test('may have the name of one in the registry that its own extends', async () => {
    const hooks = createHooks({ policies: [{ name: 'p', hooks: DENYING }] });
    const layer = hooks.extend({ policies: [{ name: 'p', hooks: DENYING }] });
    expect(await gateCall(layer)).toMatchObject({ decision: 'deny', policy: 'p' });
  });

  test('given to createHooks is used from the start', async () => {
    const hooks = createHooks({ policies: [{ name: 'p', hooks: DENYING }] });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', policy: 'p' });
  });

  test('is returned by definePolicy as it is', () => {
    const policy = { name: 'p', hooks: DENYING };
    expect(definePolicy(policy)).toBe(policy);
  });
});

describe("a policy's setup", () => {
  test('is run once with the hooks, and what it returns is disposed with the policy', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const dispose = hooks.use({
      name: 'p',
      hooks: { preToolCall: () => void log.push('hook') },
      setup(given) {
        log.push(given === hooks ? 'setup' : 'other hooks');
        return disposer(() => void log.push('disposed'));
      },
    });
    await gateCall(hooks);
    dispose();
    expect(log).toEqual(['setup', 'hook', 'disposed']);
  });

  test('that is synchronous leaves the dispatch synchronous', () => {
    const hooks = createHooks();
    hooks.use({ name: 'p', hooks: DENYING, setup: () => undefined });
    expect(hooks.dispatch('preToolCall', {} as never)).toMatchObject({ decision: 'deny' });
  });

  test('that throws surfaces at once and leaves no hook behind', async () => {
    const hooks = createHooks();
    const error = new Error('no database');
    const policy: Policy = {
      name: 'p',
      hooks: DENYING,
      setup() {
        throw error;
      },
    };
    expect(() => hooks.use(policy)).toThrow(error);
    expect(() => createHooks({ policies: [policy] })).toThrow(error);
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('that is pending makes the hooks wait', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.use({
      name: 'p',
      hooks: { preToolCall: () => void log.push('hook') },
      setup: () => pauseFor(10).then(() => void log.push('setup')),
    });
    await gateCall(hooks);
    expect(log).toEqual(['setup', 'hook']);
    expect(hooks.dispatch('preToolCall', {} as never)).toEqual({ decision: 'allow' });
  });

  test('that rejects makes the hooks fail, which denies', async () => {
    const hooks = createHooks();
    const error = new Error('no database');
    const used = hooks.use({ name: 'p', hooks: DENYING, setup: () => Promise.reject(error) });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'hook_failed' });
    await expect(used.ready).rejects.toBe(error);
    await expect(hooks.ready()).rejects.toBe(error);
    expect(await gateCall(hooks)).toMatchObject({ code: 'hook_failed' });
  });

  test('that never settles is held to the time limit of the hooks', async () => {
    const hooks = createHooks({ timeoutMs: 20 });
    hooks.use({ name: 'p', hooks: DENYING, setup: () => new Promise(() => undefined) });
    expect(await gateCall(hooks)).toMatchObject({ code: 'hook_timeout' });
  });

  test('is what ready waits for', async () => {
    const log: string[] = [];
    const setup = () => pauseFor(10).then(() => void log.push('settled'));
    const hooks = createHooks({
      policies: [
        { name: 'a', setup },
        { name: 'b', setup },
      ],
    });
    await hooks.ready();
    expect(log).toEqual(['settled', 'settled']);
    await createHooks().ready();
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('has what it made disposed, also when the policy goes %s it settled', async (_, early) => {
    const hooks = createHooks();
    let disposed = 0;
    let settle: (made: Disposer) => void = () => undefined;
    const used = hooks.use({
      name: 'p',
      setup: () => new Promise<Disposer>((resolve) => (settle = resolve)),
    });
    if (early) used();
    settle(disposer(() => void disposed++));
    await used.ready;
    expect(disposed).toBe(early ? 1 : 0);
    used();
    expect(disposed).toBe(1);
  });

  test('that makes nothing is gone with the policy all the same', async () => {
    const hooks = createHooks();
    const used = hooks.use({ name: 'p', hooks: DENYING, setup: () => Promise.resolve() });
    await used.ready;
    used();
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('may add hooks that are not asked to wait for it', async () => {
    const hooks = createHooks();
    hooks.use({
      name: 'p',
      setup: (given) => given.addHook('preToolCall', () => deny('from setup'), { name: 'own' }),
    });
    expect(await gateCall(hooks)).toMatchObject({ by: 'own', reason: 'from setup' });
  });
});
