import { describe, expect, test } from 'vitest';

import { modelCycle, toolCycle } from '../../src/adapter.ts';
import { createHooks, retry } from '../../src/index.ts';
import { modelStep } from '../model-step.ts';
import { openTestChat } from '../open-test-chat.ts';
import { never, pauseFor } from '../pause-for.ts';
import { gateCall } from '../gate-call.ts';
import { toolStep } from '../tool-step.ts';

const REASON = { why: 'the user left' };

describe('law 6: abort', () => {
  test.each([
    ['with a time limit', {}],
    ['without one', { timeoutMs: 0 }],
  ])('rejects with the reason of the signal while a hook %s hangs', async (_, options) => {
    const hooks = createHooks();
    const controller = new AbortController();
    const hang = (): Promise<never> => {
      setImmediate(() => controller.abort(REASON));
      return never();
    };
    hooks.addHook('preToolCall', hang, options);
    const chat = await openTestChat(hooks, { signal: controller.signal });
    const call = toolCycle(chat, toolStep());
    await expect(call).rejects.toBe(REASON);
  });

  test('is no failure: it is neither denied nor reported, whatever onError says', async () => {
    const hooks = createHooks({ onError: 'allow' });
    const errors: unknown[] = [];
    hooks.observe('onHookError', ({ error }) => errors.push(error));
    hooks.addHook('preToolCall', never);
    const controller = new AbortController();
    const call = gateCall(hooks, undefined, { signal: controller.signal });
    controller.abort(REASON);
    await expect(call).rejects.toBe(REASON);
    expect(errors).toEqual([]);
  });

  test('before a dispatch calls no hook', async () => {
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('preToolCall', () => void calls++);
    const signal = AbortSignal.abort(REASON);
    await expect(gateCall(hooks, undefined, { signal })).rejects.toBe(REASON);
    expect(calls).toBe(0);
  });

  test.each([
    ['synchronous', () => undefined],
    ['asynchronous', () => pauseFor(1)],
  ])('by a %s hook wins over what the hooks said', async (_, then) => {
    const hooks = createHooks();
    const controller = new AbortController();
    hooks.addHook('preToolCall', () => {
      controller.abort(REASON);
      return then();
    });
    const call = gateCall(hooks, undefined, { signal: controller.signal });
    await expect(call).rejects.toBe(REASON);
  });

  test('calls no further hook once a pending one settles', async () => {
    const hooks = createHooks({ timeoutMs: 0 });
    const chat = await openTestChat(hooks);
    let later = 0;
    hooks.addHook('preToolCall', async () => {
      await pauseFor(1);
      await chat.end({ kind: 'abort', reason: REASON });
    });
    hooks.addHook('preToolCall', () => void later++);
    await expect(toolCycle(chat, toolStep())).rejects.toBe(REASON);
    expect(later).toBe(0);
  });

  test('lets no tool of the same batch start', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const chat = await openTestChat(hooks, { signal: controller.signal });
    const started: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => (call.id === 'slow' ? pauseFor(20) : undefined));
    const batch = ['first', 'slow'].map((id) =>
      toolCycle(
        chat,
        toolStep({
          call: { id, name: 'refund', args: {} },
          run() {
            started.push(id);
            controller.abort(REASON);
          },
        }),
      ),
    );
    const ended = await Promise.allSettled(batch);
    expect(started).toEqual(['first']);
    expect(ended[1]).toEqual({ status: 'rejected', reason: REASON });
  });

  test('lets no tool start without any hook either', async () => {
    const controller = new AbortController();
    const chat = await openTestChat(createHooks(), { signal: controller.signal });
    controller.abort(REASON);
    let started = 0;
    await expect(toolCycle(chat, toolStep({ run: () => void started++ }))).rejects.toBe(REASON);
    expect(started).toBe(0);
  });

  test('lets no model call start', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    hooks.addHook('preRequest', () => controller.abort(REASON));
    const chat = await openTestChat(hooks, { signal: controller.signal });
    const sent: [] = [];
    await expect(modelCycle(chat, modelStep({ sent }))).rejects.toBe(REASON);
    expect(sent).toEqual([]);
  });

  test('while waiting for the next attempt starts none', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    hooks.addHook('onToolCallResult', () => {
      setImmediate(() => controller.abort(REASON));
      return retry({ delayMs: 10_000 });
    });
    const chat = await openTestChat(hooks, { signal: controller.signal });
    let runs = 0;
    const call = toolCycle(chat, toolStep({ run: () => void runs++ }));
    await expect(call).rejects.toBe(REASON);
    expect(runs).toBe(1);
  });

  test('reaches the chats of nested agents', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const parent = await openTestChat(hooks, { signal: controller.signal });
    const child = await openTestChat(hooks, { parent });
    expect(child.signal.aborted).toBe(false);
    controller.abort(REASON);
    expect(child.signal.reason).toBe(REASON);
  });

  test("is passed on by the context's signal, which is the chat's", async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const chat = await openTestChat(hooks, { signal: controller.signal });
    let signal: AbortSignal | undefined;
    hooks.addHook('preToolCall', (ctx) => void (signal = ctx.signal));
    await toolCycle(chat, toolStep());
    expect(signal).toBe(chat.signal);
    controller.abort(REASON);
    expect(signal?.reason).toBe(REASON);
  });
});
