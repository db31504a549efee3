import { describe, expect, test } from 'vitest';

import { openChat, toolCycle } from '../../src/adapter.ts';
import { createHooks, type EventName, type Hooks } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { logEvents } from '../event-log.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { toolStep } from '../tool-step.ts';

const THROWING = { run: 'sequence', onError: 'throw' } as const;

function throwAt(hooks: Hooks, event: EventName, error: Error): void {
  hooks.observe(
    event,
    () => {
      throw error;
    },
    THROWING,
  );
}

describe('law 7: observers in sequence', () => {
  test('are awaited in order', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const [name, milliseconds] of [
      ['slow', 15],
      ['fast', 1],
    ] as const) {
      hooks.observe(
        'preToolCall',
        async () => {
          await pauseFor(milliseconds);
          log.push(name);
        },
        { run: 'sequence' },
      );
    }
    await gateCall(hooks);
    expect(log).toEqual(['slow', 'fast']);
  });

  test('let the next one run when one fails', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('preToolCall', () => Promise.reject(new Error('broken')), { run: 'sequence' });
    hooks.observe('preToolCall', () => void log.push('next'), { run: 'sequence' });
    hooks.observe('onHookError', ({ failedEvent }) => void log.push(failedEvent));
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
    expect(log).toEqual(['preToolCall', 'next']);
  });

  test('with onError throw end the step with the same error object', async () => {
    const hooks = createHooks();
    const error = new Error('mine');
    throwAt(hooks, 'preToolCall', error);
    await expect(gateCall(hooks)).rejects.toBe(error);
    const chat = await openTestChat(hooks);
    let ran = 0;
    await expect(toolCycle(chat, toolStep({ run: () => void ran++ }))).rejects.toBe(error);
    expect(ran).toBe(0);
  });

  test('may not throw in parallel', () => {
    const hooks = createHooks();
    expect(() => hooks.observe('preToolCall', () => undefined, { onError: 'throw' })).toThrow(
      '[invalid_option]',
    );
  });

  test('that throw at onChatStart end the chat once, as onChatError with the same error', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const error = new Error('mine');
    const errors: unknown[] = [];
    throwAt(hooks, 'onChatStart', error);
    hooks.observe('onChatError', (ctx) => void errors.push(ctx.error));
    await expect(openTestChat(hooks)).rejects.toBe(error);
    expect(errors).toEqual([error]);
    expect(log).toEqual([
      'onSessionStart',
      'onChatStart',
      'onHookError',
      'onChatError',
      'onSessionEnd',
    ]);
  });

  test.each(['onSessionStart', 'onChatDone', 'onSessionEnd'] as const)(
    'that throw at %s are only reported',
    async (event) => {
      const hooks = createHooks();
      const errors: unknown[] = [];
      const error = new Error('mine');
      throwAt(hooks, event, error);
      hooks.observe('onHookError', (ctx) => void errors.push(ctx.error));
      const chat = await openTestChat(hooks);
      await chat.end({ kind: 'done', reason: 'completed' });
      expect(errors).toEqual([error]);
    },
  );

  test.each(['abort', 'error'] as const)(
    'that throw at the ending of an %s cannot cause a second ending',
    async (kind) => {
      const hooks = createHooks();
      const log = logEvents(hooks);
      for (const event of ['onChatAbort', 'onChatError'] as const)
        throwAt(hooks, event, new Error('mine'));
      const chat = await openTestChat(hooks);
      await chat.end({ kind, error: 'e', reason: 'r' } as never);
      await chat.end({ kind: 'done', reason: 'completed' });
      expect(log.filter((name) => /^onChat[AED]/.test(name))).toEqual([
        kind === 'abort' ? 'onChatAbort' : 'onChatError',
      ]);
    },
  );

  test.each(['onDecision', 'onScopeRegister'] as const)(
    'that throw at %s are only reported',
    async (event) => {
      const hooks = createHooks();
      const failed: string[] = [];
      throwAt(hooks, event, new Error('mine'));
      hooks.observe('onHookError', ({ failedEvent }) => void failed.push(failedEvent));
      hooks.scopes.register({ name: 's', tools: [] });
      hooks.addHook('preToolCall', () => undefined);
      await expect(gateCall(hooks)).resolves.toEqual({ decision: 'allow' });
      await hooks.flush();
      expect(failed).toEqual([event]);
    },
  );

  test('of session and scope notes are settled by flush', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const event of ['onScopeRegister', 'onSessionStart'] as const) {
      hooks.observe(event, () => pauseFor(10).then(() => log.push(event)), { run: 'sequence' });
    }
    hooks.addHook('preToolCall', () => undefined);
    hooks.scopes.register({ name: 's', tools: [] });
    await gateCall(hooks, undefined, { session: { id: 's' } });
    await hooks.flush();
    expect(log.toSorted()).toEqual(['onScopeRegister', 'onSessionStart']);
  });

  test('added by addHook to an observer event run like any other observer', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    const dispose = hooks.addHook('onChatStart', () => void log.push('every'));
    hooks.addHook('onChatStart', () => void log.push('once'), { once: true });
    hooks.addHook('onChatStart', () => void log.push('when'), { when: () => false });
    hooks.addHook('onChatStart', () => void log.push('mine'), { agent: 'Ag*' });
    hooks.addHook('onChatStart', () => void log.push('others'), { agent: 'other' });
    await openTestChat(hooks);
    dispose();
    await openChat(hooks, { host: { framework: 't', version: '1' }, agent: { id: 'x' } });
    expect(log).toEqual(['every', 'once', 'mine']);
  });
});
