import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import { createHooks, deny } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { toolStep } from '../tool-step.ts';

describe('law 7: parallel observers', () => {
  test(
    'three of 50 ms settle at flush in less than 120 ms and delay nothing',
    { retry: 5 },
    async () => {
      const hooks = createHooks();
      let settled = 0;
      for (let n = 0; n < 3; n++) {
        hooks.observe('preToolCall', async () => {
          await pauseFor(50);
          settled++;
        });
      }
      const startedAt = performance.now();
      await gateCall(hooks);
      expect(performance.now() - startedAt).toBeLessThan(40);
      expect(settled).toBe(0);
      await hooks.flush();
      expect(settled).toBe(3);
      expect(performance.now() - startedAt).toBeLessThan(120);
    },
  );

  test('run after the decision, on the final value', async () => {
    const hooks = createHooks();
    const log: unknown[] = [];
    hooks.observe('preToolCall', ({ call }, record) => {
      log.push([call.args, record?.decision]);
    });
    hooks.addHook('preToolCall', ({ call }) => {
      log.push('hook');
      return { call: { ...call, args: { changed: true } } };
    });
    await gateCall(hooks);
    expect(log).toEqual(['hook', [{ changed: true }, 'modify']]);
  });

  test('also hear of a deny', async () => {
    const hooks = createHooks();
    const decisions: unknown[] = [];
    hooks.addHook('preToolCall', () => deny('no'));
    hooks.observe('preToolCall', (_, record) => void decisions.push(record?.decision));
    await gateCall(hooks);
    expect(decisions).toEqual(['deny']);
  });

  test('are isolated: one that fails keeps no other from running', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('preToolCall', () => {
      throw new Error('broken');
    });
    hooks.observe('preToolCall', () => void log.push('second'));
    hooks.observe('preToolCall', () => Promise.reject(new Error('later')));
    hooks.observe('preToolCall', () => void log.push('fourth'));
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
    await hooks.flush();
    expect(log).toEqual(['second', 'fourth']);
  });

  test.each([
    ['throws', () => void throwError()],
    ['rejects', async () => throwError()],
  ])('of whom one %s are reported as onHookError, and nothing else', async (_, observer) => {
    const hooks = createHooks();
    const errors: unknown[] = [];
    hooks.observe('preToolCall', observer, { name: 'broken' });
    hooks.observe('onHookError', ({ hook, failedEvent, error, code }) => {
      errors.push([hook, failedEvent, String(error), code]);
    });
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
    await hooks.flush();
    expect(errors).toEqual([['broken', 'preToolCall', 'Error: observer', 'hook_failed']]);
  });

  test('who fail at onHookError are not reported again', async () => {
    const hooks = createHooks();
    const calls: string[] = [];
    hooks.observe('*', (ctx) => {
      calls.push(ctx.event);
      throwError();
    });
    await gateCall(hooks);
    await hooks.flush();
    expect(calls).toEqual(['preToolCall', 'onHookError']);
  });

  test('cannot decide: what they return means nothing', async () => {
    const hooks = createHooks();
    hooks.observe('preToolCall', () => deny('no') as never);
    hooks.observe('preToolCall', () => null);
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('cannot write to the context, and that is reported', async () => {
    const hooks = createHooks();
    const codes: unknown[] = [];
    hooks.observe('preToolCall', (ctx) => {
      (ctx as { call: unknown }).call = 'mine';
    });
    hooks.observe('onHookError', ({ error }) => codes.push((error as { code: string }).code));
    await gateCall(hooks);
    expect(codes).toEqual(['readonly_context']);
  });

  test('are settled by close, and by the end of inSession', async () => {
    for (const end of ['close', 'inSession'] as const) {
      const hooks = createHooks();
      let settled = false;
      hooks.observe('preToolCall', async () => {
        await pauseFor(10);
        settled = true;
      });
      const leave = { close: () => hooks.close(), inSession: () => Promise.resolve() }[end];
      await hooks.inSession({ id: 's' }, () => gateCall(hooks));
      await leave();
      expect(settled).toBe(true);
    }
  });

  test('are waited for by flush also when an observer starts others', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onMessage', () => pauseFor(10).then(() => log.push('inner')));
    hooks.observe('preToolCall', async () => {
      await pauseFor(5);
      void hooks.dispatch('onMessage', { message: { role: 'user', content: [] } });
    });
    await gateCall(hooks);
    await hooks.flush();
    expect(log).toEqual(['inner']);
  });

  test('of every event hear them all, once each and in order', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('*', (ctx) => void log.push(ctx.event));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    await chat.end({ kind: 'done', reason: 'completed' });
    expect(log).toEqual([
      'onSessionStart',
      'onChatStart',
      'preToolCall',
      'onToolCallResult',
      'onMessage',
      'onChatDone',
      'onSessionEnd',
    ]);
  });
});

function throwError(): never {
  throw new Error('observer');
}
