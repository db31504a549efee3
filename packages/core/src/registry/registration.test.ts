import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '../index.ts';
import { registerHook, registerObserver, type Callee, type Registration } from './registration.ts';

const DEFAULTS = { onError: 'deny', timeoutMs: 30_000, mode: 'enforce' } as const;

function registered(
  options: object = {},
  policy?: object,
  defaults: object = {},
  event = 'preToolCall',
): Registration {
  function guard(): void {}
  return registerHook(event, guard, options, { ...DEFAULTS, ...defaults }, policy as never);
}

describe('a registration', () => {
  test.each<[object, object | undefined, string, string]>([
    [{}, undefined, 'guard', 'guard'],
    [{ name: 'mine' }, undefined, 'mine', 'mine'],
    [{ name: 'mine' }, { name: 'p' }, 'p/mine', 'p'],
    [{}, { name: 'p' }, 'p/guard', 'p'],
  ])('with %j of policy %j is called %s, of %s', (options, policy, label, name) => {
    expect(registered(options, policy)).toMatchObject({ label, policy: name });
  });

  test('without any name is called after its event', () => {
    const anonymous = registerHook('onTrigger', () => undefined, {}, DEFAULTS);
    expect(anonymous.label).toBe('onTrigger');
  });

  test('has the version of its policy', () => {
    expect(registered({}, { name: 'p', version: '1.2.3' }).version).toBe('1.2.3');
    expect(registered({}, { name: 'p' }).version).toBe('');
  });

  test('takes what it does not say from its policy, then its registry', () => {
    expect(registered()).toMatchObject({
      priority: 100,
      onError: 'deny',
      timeoutMs: 30_000,
      once: false,
      always: false,
      monitor: false,
      streamObserver: false,
      window: 0,
      disposed: false,
    });
    const policy = { name: 'p', priority: 5, mode: 'monitor' };
    expect(registered({}, policy)).toMatchObject({ priority: 5, monitor: true });
    expect(registered({ priority: 1, mode: 'enforce' }, policy)).toMatchObject({
      priority: 1,
      monitor: false,
    });
    expect(registered({}, undefined, { onError: 'throw', timeoutMs: 5 })).toMatchObject({
      onError: 'throw',
      timeoutMs: 5,
    });
  });

  test('keeps what it says', () => {
    const window = (): number => 3;
    const options = { onError: 'allow', timeoutMs: 7, once: true, always: true, window } as const;
    expect(
      registered({ ...options, stream: 'observe' }, undefined, {}, 'onResponseDelta'),
    ).toMatchObject({
      ...options,
      streamObserver: true,
    });
  });

  test.each([
    [0, Infinity],
    [Infinity, Infinity],
    [5, 5],
  ])('with a time limit of %d has the limit %d', (timeoutMs, limit) => {
    expect(registered({ timeoutMs }).timeoutMs).toBe(limit);
  });

  test.each([-1, NaN, '5'])('with a time limit of %s is refused', (timeoutMs) => {
    expect(() => registered({ timeoutMs })).toThrow('[invalid_option]');
  });

  test('made later has the higher order', () => {
    expect(registered().order).toBeLessThan(registered().order);
  });

  test('is called without a receiver, so it never sees the registry from inside', async () => {
    const hooks = createHooks();
    const receivers: unknown[] = [];
    for (const options of [{}, { when: () => true }]) {
      hooks.addHook(
        'preToolCall',
        function seesThis(this: unknown) {
          receivers.push(this);
        },
        options,
      );
    }
    await hooks.dispatch('preToolCall', {} as never);
    expect(receivers).toEqual([undefined, undefined]);
  });

  test('is named in the deny it says', async () => {
    const hooks = createHooks();
    hooks.use({ name: 'p', hooks: { preToolCall: { run: () => deny('no'), name: 'guard' } } });
    expect(await hooks.dispatch('preToolCall', {} as never)).toMatchObject({
      by: 'p/guard',
      policy: 'p',
      event: 'preToolCall',
      code: 'denied',
    });
  });
});

describe("an observer's registration", () => {
  test.each<[Callee, boolean]>([
    [(_ctx, _record) => undefined, true],
    [(_ctx) => undefined, false],
    [() => undefined, true],
    [(...all) => all, true],
  ])('%s takes the record: %s', (call, takesRecord) => {
    expect(registerObserver('onMessage', call, {}).takesRecord).toBe(takesRecord);
  });

  test('has the name, priority and order it was given, or defaults', () => {
    const plain = registerObserver('onMessage', () => undefined, {});
    expect(plain).toMatchObject({
      label: 'onMessage',
      priority: 100,
      sequence: false,
      throws: false,
    });
    const named = registerObserver('onMessage', function watch() {}, { priority: 3 });
    expect(named).toMatchObject({ label: 'watch', priority: 3 });
    const options = { name: 'n', run: 'sequence', onError: 'throw' } as const;
    expect(registerObserver('onMessage', () => undefined, options)).toMatchObject({
      label: 'n',
      sequence: true,
      throws: true,
    });
  });
});
