import { describe, expect, test } from 'vitest';

import { modelCycle, toolCycle } from '../../src/adapter.ts';
import { createHooks, retry, type HooksOptions } from '../../src/index.ts';
import { modelStep } from '../model-step.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { toolStep } from '../tool-step.ts';

describe('law 10: retry', () => {
  test.each([
    [undefined, 3],
    [0, 1],
    [1, 2],
    [4, 5],
  ])(
    'with retries %s the tool runs at most %d times, then the last outcome stands',
    async (retries, most) => {
      const options: HooksOptions = retries === undefined ? {} : { retries };
      const hooks = createHooks(options);
      const codes: unknown[] = [];
      hooks.addHook('onToolCallResult', () => retry());
      hooks.observe('onToolCallResult', (_, record) => void codes.push(record!.codes));
      const chat = await openTestChat(hooks);
      let runs = 0;
      const outcome = await toolCycle(chat, toolStep({ run: () => ++runs }));
      expect(runs).toBe(most);
      expect(outcome).toMatchObject({ kind: 'result', result: most });
      expect(codes.at(-1)).toEqual(['retry_exhausted']);
      expect(codes.slice(0, -1).flat()).toEqual([]);
    },
  );

  test('runs the gates again and counts the attempts', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', ({ attempt }) => void log.push(`pre ${attempt}`));
    hooks.addHook('onToolCallError', ({ attempt }) => {
      log.push(`error ${attempt}`);
      return attempt < 3 ? retry() : { result: 'gave up' };
    });
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep({ run: () => Promise.reject(new Error('down')) }));
    expect(log).toEqual(['pre 1', 'error 1', 'pre 2', 'error 2', 'pre 3', 'error 3']);
  });

  test('starts every attempt from the original call', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      seen.push(call.args);
      return { call: { ...call, args: { n: Number(call.args['n'] ?? 0) + 1 } } };
    });
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    expect(seen).toEqual([{ cents: 100 }, { cents: 100 }]);
  });

  test('does not stop the chain', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    hooks.addHook('onToolCallResult', ({ attempt }) => void log.push(`later ${attempt}`));
    await toolCycle(await openTestChat(hooks), toolStep());
    expect(log).toEqual(['later 1', 'later 2']);
  });

  test('waits as long as the verdict says', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? retry({ delayMs: 30 }) : undefined,
    );
    const chat = await openTestChat(hooks);
    const startedAt = performance.now();
    await toolCycle(chat, toolStep());
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29);
  });

  test('at the limit keeps the modifications of the last pass', async () => {
    const hooks = createHooks({ retries: 0 });
    hooks.addHook('onToolCallResult', () => ({ result: 'cleaned' }));
    hooks.addHook('onToolCallResult', () => retry());
    const chat = await openTestChat(hooks);
    expect(await toolCycle(chat, toolStep())).toMatchObject({ result: 'cleaned', changed: true });
  });

  test('at the limit an error stays the error it was', async () => {
    const hooks = createHooks({ retries: 1 });
    hooks.addHook('onToolCallError', () => retry());
    const chat = await openTestChat(hooks);
    const thrown = new Error('down');
    const outcome = await toolCycle(chat, toolStep({ run: () => Promise.reject(thrown) }));
    expect(outcome.kind === 'error' && outcome.thrown).toBe(thrown);
  });

  test('remembers one call in the history, however often it ran', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => retry());
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    expect(chat.session.history).toHaveLength(1);
  });

  test.each(['onResponse', 'onAgentResponse'] as const)(
    'at %s asks the model again',
    async (event) => {
      const hooks = createHooks();
      hooks.addHook(event, ({ attempt }) => (attempt === 1 ? retry() : undefined));
      const chat = await openTestChat(hooks);
      let calls = 0;
      const outcome = await modelCycle(
        chat,
        modelStep({ call: () => ({ said: `answer ${++calls}` }) }),
      );
      expect(outcome).toEqual({ kind: 'response', native: { said: 'answer 2' } });
    },
  );

  test('of a failed model call is bounded too', async () => {
    const hooks = createHooks();
    hooks.addHook('onRequestError', () => retry());
    const chat = await openTestChat(hooks);
    let calls = 0;
    const failing = modelStep({
      call() {
        calls++;
        throw new Error('down');
      },
    });
    expect(await modelCycle(chat, failing)).toMatchObject({ kind: 'error' });
    expect(calls).toBe(3);
  });

  test('by the host raises the attempt, not the budget', async () => {
    const hooks = createHooks({ retries: 1 });
    const attempts: unknown[] = [];
    hooks.addHook(
      'preRequest',
      ({ attempt, iteration }) => void attempts.push([iteration, attempt]),
    );
    const chat = await openTestChat(hooks);
    const failing = modelStep({ call: () => Promise.reject(new Error('down')) });
    for (let n = 0; n < 3; n++) await modelCycle(chat, failing);
    await modelCycle(chat, modelStep());
    await modelCycle(chat, modelStep());
    expect(attempts).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 1],
    ]);
  });

  test.each([Infinity, 2 ** 31])(
    'with a delay of %d ms does not run again at once',
    async (delayMs) => {
      const hooks = createHooks();
      hooks.addHook('onToolCallResult', () => retry({ delayMs }));
      const controller = new AbortController();
      const chat = await openTestChat(hooks, { signal: controller.signal });
      let ran = 0;
      const running = toolCycle(chat, toolStep({ run: () => ++ran }));
      await pauseFor(20);
      controller.abort(new Error('stop'));
      await expect(running).rejects.toThrow('stop');
      expect(ran).toBe(1);
    },
  );
});
