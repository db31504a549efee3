import { describe, expect, test } from 'vitest';

import { slotOf } from '../../src/remote.ts';
import { createHooks, type Policy } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';

const WRONG = 'preToolCal' as 'preToolCall';

describe('law 13: registration fails loudly', () => {
  test.each<[string, (hooks: ReturnType<typeof createHooks>) => unknown]>([
    ['addHook', (hooks) => hooks.addHook(WRONG, () => undefined)],
    ['observe', (hooks) => hooks.observe(WRONG, () => undefined)],
    ['use', (hooks) => hooks.use({ name: 'p', hooks: { [WRONG]: () => undefined } })],
    ['dispatch', (hooks) => hooks.dispatch(WRONG, {} as never)],
    ['step', (hooks) => hooks.step(WRONG, {} as never, () => 1)],
  ])('%s throws at once on an unknown event and names the nearest', async (_, register) => {
    const attempt = async (): Promise<unknown> => register(createHooks());
    await expect(attempt()).rejects.toMatchObject({
      code: 'unknown_event',
      message: '[unknown_event] there is no event preToolCal; did you mean preToolCall?',
    });
  });

  test('a slot of an unknown event throws too', async () => {
    const chat = await openTestChat(createHooks());
    expect(() => slotOf(chat, WRONG)).toThrow('did you mean preToolCall?');
  });

  test.each([
    ['onchatstart', 'onChatStart'],
    ['preRequests', 'preRequest'],
    ['onToolResult', 'onToolCallResult'],
    ['preDeployy', 'preDeploy'],
  ])('%s is told to be near %s', (wrong, nearest) => {
    const hooks = createHooks();
    hooks.defineEvent('preDeploy', { kind: 'interceptor' });
    expect(() => hooks.addHook(wrong as 'preRequest', () => undefined)).toThrow(
      `did you mean ${nearest}?`,
    );
  });

  test.each([undefined, null, 7, Symbol('x')])(
    'an event named %s throws like any other',
    (event) => {
      const hooks = createHooks();
      expect(() => hooks.addHook(event as never, () => undefined)).toThrow('[unknown_event]');
    },
  );

  test.each<[unknown]>([[undefined], [null], [{}], ['deny']])(
    'a hook that is %s throws',
    (hook) => {
      const hooks = createHooks();
      expect(() => hooks.addHook('preToolCall', hook as never)).toThrow('[invalid_hook]');
      expect(() => hooks.observe('preToolCall', hook as never)).toThrow('[invalid_hook]');
      expect(() => hooks.observe('*', hook as never)).toThrow('[invalid_hook]');
    },
  );

  test('a tool option where no call can ever be throws', () => {
    const hooks = createHooks();
    expect(() => hooks.addHook('preRequest', () => undefined, { tool: 'refund' as never })).toThrow(
      '[invalid_option] tool says nothing at preRequest; drop it',
    );
    expect(() =>
      hooks.addHook('onToolCallError', () => undefined, { tool: 'refund' }),
    ).not.toThrow();
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['no name', { hooks: {} }],
    ['an empty name', { name: '', hooks: {} }],
    ['hooks that are no object', { name: 'p', hooks: 'all' }],
    ['a hook that is no function', { name: 'p', hooks: { preToolCall: 7 } }],
    ['a listed hook without a function', { name: 'p', hooks: { preToolCall: [{ name: 'x' }] } }],
  ])('a policy with %s throws', (_, policy) => {
    expect(() => createHooks().use(policy as Policy)).toThrow('[invalid_policy]');
    expect(() => createHooks({ policies: [policy as Policy] })).toThrow('[invalid_policy]');
  });

  test('a policy that cannot be registered leaves none of its hooks behind', async () => {
    const hooks = createHooks();
    let calls = 0;
    const broken = {
      name: 'p',
      hooks: { preToolCall: () => void calls++, preToolCal: () => undefined },
    };
    expect(() => hooks.use(broken)).toThrow('[unknown_event]');
    await hooks.dispatch('preToolCall', {} as never);
    expect(calls).toBe(0);
  });
});
