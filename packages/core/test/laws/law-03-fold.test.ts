import { describe, expect, test } from 'vitest';

import { allow, createHooks, modify, retry } from '../../src/index.ts';
import { toolCycle } from '../../src/adapter.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

describe('law 3: fold', () => {
  test('a later hook sees the value of an earlier one', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { n: 1 } } }));
    hooks.addHook('preToolCall', ({ call }) => ({
      call: { ...call, args: { n: Number(call.args['n']) + 1 } },
    }));
    expect(await gateCall(hooks)).toEqual({
      decision: 'modify',
      value: sampleCall({ n: 2 }),
    });
  });

  test.each([
    ['allow', () => allow()],
    ['nothing', () => undefined],
    ['an empty object', () => ({})],
    ['nothing, later', async () => undefined],
    ['allow, later', async () => allow()],
  ])('a modification survives a later hook that says %s', async (_, later) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { safe: true } } }));
    hooks.addHook('preToolCall', later);
    const chat = await openTestChat(hooks);
    const ran: unknown[] = [];
    await toolCycle(chat, toolStep({ run: ({ args }) => void ran.push(args) }));
    expect(ran).toEqual([{ safe: true }]);
  });

  test('a failed hook that counts as allow does not undo a modification', async () => {
    const hooks = createHooks({ onError: 'allow' });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { safe: true } } }));
    hooks.addHook('preToolCall', () => {
      throw new Error('broken');
    });
    hooks.addHook('preToolCall', () => Promise.reject(new Error('broken later')));
    expect(await gateCall(hooks)).toMatchObject({
      decision: 'modify',
      value: { args: { safe: true } },
    });
  });

  test('the last of several modifications stands', async () => {
    const hooks = createHooks();
    for (const n of [1, 2, 3])
      hooks.addHook('preToolCall', ({ call }) => modify({ ...call, args: { n } }));
    expect(await gateCall(hooks)).toMatchObject({ value: { args: { n: 3 } } });
  });

  test('a modification to the same object is none', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call }));
    hooks.addHook('preToolCall', ({ call }) => modify(call));
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
  });

  test('a modification that is taken back leaves the step unchanged', async () => {
    const hooks = createHooks();
    const original = sampleCall();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call } }));
    hooks.addHook('preToolCall', () => ({ call: original }));
    expect(await gateCall(hooks, original)).toEqual({ decision: 'allow' });
  });

  test('the step gets the very object that the hook returned', async () => {
    const hooks = createHooks();
    const changed = sampleCall({ cents: 1 });
    hooks.addHook('preToolCall', () => ({ call: changed }));
    const chat = await openTestChat(hooks);
    let ran: unknown;
    await toolCycle(chat, toolStep({ run: (call) => void (ran = call) }));
    expect(ran).toBe(changed);
  });

  test('the values of one dispatch never reach the next', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      seen.push(call.args);
      return { call: { ...call, args: { changed: true } } };
    });
    const call = sampleCall();
    await gateCall(hooks, call);
    await gateCall(hooks, call);
    expect(seen).toEqual([call.args, call.args]);
  });

  test('a retry drops the modifications of its own pass', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? { result: 'changed' } : undefined,
    );
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    const chat = await openTestChat(hooks);
    let runs = 0;
    const outcome = await toolCycle(chat, toolStep({ run: () => `run ${++runs}` }));
    expect(outcome).toMatchObject({ kind: 'result', result: 'run 2', changed: false });
  });
});
