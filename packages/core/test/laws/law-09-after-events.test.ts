import { describe, expect, test } from 'vitest';

import { toolCycle, type ToolStep } from '../../src/adapter.ts';
import { createHooks, deny, type Hooks } from '../../src/index.ts';
import { logEvents } from '../event-log.ts';
import { openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

const AFTER = ['onToolCallResult', 'onToolCallError'];

/** Runs one call and returns how it ended and which events after the step fired. */
async function run(hooks: Hooks, step: Partial<ToolStep<unknown>> = {}) {
  const log = logEvents(hooks);
  const chat = await openTestChat(hooks);
  const outcome = await toolCycle(chat, toolStep(step));
  return { outcome, fired: log.filter((event) => AFTER.includes(event)), chat, log };
}

const WITHHELD: readonly (readonly [
  string,
  'onToolCallResult' | 'onToolCallError',
  () => string,
  string,
])[] = [
  ['a result', 'onToolCallResult', () => 'secret', 'Result withheld by guard: private'],
  ['an error', 'onToolCallError', failing, 'Error withheld by guard: private'],
];

function failing(): never {
  throw new Error('the tool broke');
}

describe('law 9: events after a step', () => {
  test('do not fire after our own deny before it', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    expect((await run(hooks)).fired).toEqual([]);
  });

  test('a supplied error fires onToolCallError with cause supplied, and no result event', async () => {
    const hooks = createHooks();
    const causes: string[] = [];
    hooks.addHook('preToolCall', () => ({ error: 'closed today' }));
    hooks.addHook(
      'onToolCallError',
      ({ cause, synthetic }) => void causes.push(`${cause} ${synthetic}`),
    );
    const { outcome, fired } = await run(hooks);
    expect(outcome).toEqual({
      kind: 'error',
      error: { message: 'closed today' },
      cause: 'supplied',
    });
    expect(fired).toEqual(['onToolCallError']);
    expect(causes).toEqual(['supplied true']);
  });

  test('a tool that throws fires onToolCallError, never onToolCallResult', async () => {
    const hooks = createHooks();
    const { outcome, fired } = await run(hooks, { run: failing });
    expect(fired).toEqual(['onToolCallError']);
    expect(outcome).toMatchObject({ kind: 'error', cause: 'threw' });
  });

  test('an error turned into a result fires the result event once', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => ({ result: 'recovered' }));
    const { outcome, fired } = await run(hooks, { run: failing });
    expect(outcome).toMatchObject({ kind: 'result', result: 'recovered', synthetic: true });
    expect(fired).toEqual(['onToolCallError', 'onToolCallResult']);
  });

  test('a result turned into an error fires the error event once', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ({ error: 'unusable' }));
    const { outcome, fired } = await run(hooks);
    expect(outcome).toMatchObject({
      kind: 'error',
      error: { message: 'unusable' },
      cause: 'supplied',
    });
    expect(fired).toEqual(['onToolCallResult', 'onToolCallError']);
  });

  test('each fire at most once: what is supplied after its event has fired is final', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ({ error: 'no' }));
    hooks.addHook('onToolCallError', () => ({ result: 'yes' }));
    const result = await run(hooks);
    expect(result.fired).toEqual(['onToolCallResult', 'onToolCallError']);
    expect(result.outcome).toMatchObject({ kind: 'result', result: 'yes' });
    const error = await run(hooks, { run: failing });
    expect(error.fired).toEqual(['onToolCallError', 'onToolCallResult']);
    expect(error.outcome).toMatchObject({ kind: 'error', error: { message: 'no' } });
  });

  test('a changed error keeps being an error and does not fire again', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', ({ error }) => ({
      error: { message: `hidden ${error.message}` },
    }));
    const { outcome, fired } = await run(hooks, { run: failing });
    expect(outcome).toEqual({
      kind: 'error',
      error: { message: 'hidden the tool broke' },
      cause: 'threw',
    });
    expect(fired).toEqual(['onToolCallError']);
  });

  test('an untouched error is the very object the tool threw', async () => {
    const thrown = new Error('mine');
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => undefined);
    const { outcome } = await run(hooks, { run: () => Promise.reject(thrown) });
    expect(outcome.kind === 'error' && outcome.thrown).toBe(thrown);
  });

  test.each(WITHHELD)(
    'a deny about %s withholds it everywhere, and the tool is not run again',
    async (_, event, tool, text) => {
      const hooks = createHooks();
      let runs = 0;
      hooks.addHook(event, () => deny('private'), { name: 'guard' });
      const seen: unknown[] = [];
      hooks.observe('onDecision', ({ record }) => void seen.push(record));
      hooks.observe('onMessage', ({ message }) => void seen.push(message));
      const { outcome, fired, chat } = await run(hooks, {
        run(): string {
          runs++;
          return tool();
        },
      });
      expect(outcome).toMatchObject({ kind: 'denied', text, denial: { event } });
      expect(fired).toEqual([event]);
      expect(runs).toBe(1);
      expect(JSON.stringify([seen, outcome, chat.session.history])).not.toMatch(/secret|broke/);
      expect(chat.session.history).toMatchObject([{ status: 'denied' }]);
    },
  );

  test('carry the call as it ran beside the call as it was asked for', async () => {
    const hooks = createHooks();
    const changed = { id: 'call-1', name: 'refund', args: { cents: 1 } };
    hooks.addHook('preToolCall', () => ({ call: changed }));
    const seen: unknown[] = [];
    for (const event of ['onToolCallResult', 'onToolCallError'] as const)
      hooks.addHook(
        event,
        (ctx) => void seen.push([ctx.call, ctx.originalCall.args, ctx.tool.name]),
      );
    await run(hooks);
    await run(hooks, { run: failing });
    const expected = [changed, { cents: 100 }, 'refund'];
    expect(seen).toEqual([expected, expected]);
  });

  test('tell how long the step took', async () => {
    const hooks = createHooks();
    const durations: number[] = [];
    hooks.addHook('onToolCallResult', ({ durationMs }) => void durations.push(durationMs));
    await run(hooks, {
      run: () =>
        new Promise((resolve) => {
          setTimeout(resolve, 12);
        }),
    });
    expect(durations[0]).toBeGreaterThanOrEqual(11);
    expect(durations[0]).toBeLessThan(5000);
  });
});
