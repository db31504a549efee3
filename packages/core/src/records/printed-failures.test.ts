import { afterEach, describe, expect, test, vi } from 'vitest';

import { createHooks, deny, type Policy } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a failure that nobody observes', () => {
  const printed = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fail = (): never => {
    throw new Error('no database');
  };

  test('is printed once, with its hook, event, code, message and place', async () => {
    const print = printed();
    const hooks = createHooks();
    hooks.addHook('preToolCall', fail, { name: 'guard' });
    await gateCall(hooks);
    await gateCall(hooks.extend());
    expect(print).toHaveBeenCalledOnce();
    expect(print.mock.calls[0]![0]).toMatch(
      /^\[interpose\] guard failed at preToolCall: \[hook_failed\] no database\n +at .*printed-failures/,
    );
  });

  test('is printed also where what was thrown is no Error', async () => {
    const print = printed();
    const hooks = createHooks();
    for (const thrown of [null, 'down'] as unknown[])
      hooks.addHook('preToolCall', async () => Promise.reject(thrown as Error));
    await gateCall(hooks);
    expect(print).toHaveBeenCalledOnce();
    expect(print.mock.calls[0]![0]).toContain('[hook_failed] null');
  });

  test('changes no decision where printing fails', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', async () => {
      throw Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw new Error('unreadable');
        },
      });
    });
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'hook_failed' });
  });

  test('is not printed in production, nor where somebody observes it', async () => {
    const print = printed();
    const observed = createHooks();
    observed.observe('onHookError', () => undefined);
    observed.addHook('preToolCall', fail);
    await gateCall(observed);
    vi.stubEnv('NODE_ENV', 'production');
    const hooks = createHooks();
    hooks.addHook('preToolCall', fail);
    await gateCall(hooks);
    vi.unstubAllEnvs();
    expect(print).not.toHaveBeenCalled();
  });

  test('is printed when an answer could not be read', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const hooks = createHooks();
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('preToolCall', (() => true) as never, { name: 'guard' });
    await gateCall(hooks);
    expect(print.mock.calls).toEqual([
      [
        '[interpose] guard failed at preToolCall: [invalid_verdict] a hook returned boolean; return deny(reason), a value or nothing',
      ],
    ]);
  });

  test('is that nothing was added to the hooks of a chat, printed once', async () => {
    const print = printed();
    const hooks = createHooks();
    await completeChat(await openTestChat(hooks));
    await completeChat(await openTestChat(hooks.extend()));
    const used = createHooks();
    used.observe('onDecision', () => undefined);
    await completeChat(await openTestChat(used));
    await completeChat(await openTestChat(createHooks().extend({ policies: [CLOSED] })));
    const emptied = createHooks();
    const dispose = emptied.addHook('preToolCall', () => undefined);
    const chat = await openTestChat(emptied);
    dispose();
    await completeChat(chat);
    expect(print.mock.calls).toEqual([
      [expect.stringMatching(/\[no_policies\] nothing was added to these hooks.*give withHooks/)],
    ]);
  });
});

const CLOSED: Policy = { name: 'closed', hooks: { preToolCall: () => deny('closed') } };
