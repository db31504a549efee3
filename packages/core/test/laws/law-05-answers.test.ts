import { describe, expect, test } from 'vitest';

import {
  ask,
  createHooks,
  memoryStore,
  type ApprovalAnswer,
  type DecisionRecord,
  type StateStore,
} from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { askingHooks, resumeCall, suspendCall } from '../suspended-call.ts';

const misspelt = { approved: true, chnage: { args: {} } } as ApprovalAnswer & { approved: true };

describe('law 5: an answer with a key that no answer has', () => {
  test('counts as no, and names the key that was meant', async () => {
    const hooks = createHooks({ approver: () => misspelt });
    const told: unknown[] = [];
    const records: DecisionRecord[] = [];
    hooks.observe('onHookError', ({ error }) => told.push(String(error)));
    hooks.observe('onDecision', ({ record }) => records.push(record));
    hooks.addHook('preToolCall', () => ask('sure?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'approver_failed' });
    await hooks.flush();
    const problem = expect.stringMatching(/does not know "chnage"; did you mean change\?/);
    expect(told).toEqual([problem]);
    expect(records.map((record) => record.problem)).toContainEqual(problem);
  });

  test('is refused by resume, and the ask waits on', async () => {
    const hooks = askingHooks();
    const token = await suspendCall(hooks);
    for (const odd of [misspelt, { suspend: true } as never, {} as never, undefined as never])
      await expect(hooks.resume(token, odd)).rejects.toThrow('[invalid_option]');
    expect((await resumeCall(hooks)).kind).toBe('suspended');
    await hooks.resume(token, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
  });
});

describe('law 5: an answer that no store can keep as it is', () => {
  test('is refused by resume, so that nobody takes the answer of another person for theirs', async () => {
    const hooks = askingHooks();
    const token = await suspendCall(hooks);
    for (const odd of [new Date(0), Number.NaN, 1n]) {
      const change = { ...sampleCall(), args: { odd } };
      await expect(hooks.resume(token, { approved: true, change })).rejects.toThrow(
        '[invalid_option] the answer to an ask has to be plain data; pass a change that JSON can hold',
      );
    }
    await hooks.resume(token, { approved: false });
    expect((await resumeCall(hooks)).kind).toBe('denied');
  });
});

describe('law 5: an answer that was given in time', () => {
  test('counts however late its call goes on, also after a shorter ask about it', async () => {
    let timeoutMs = 60_000;
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('?', { timeoutMs }));
    const token = await suspendCall(hooks);
    timeoutMs = 10;
    await suspendCall(hooks);
    await hooks.resume(token, { approved: true });
    await pauseFor(20);
    expect((await resumeCall(hooks)).kind).toBe('result');
  });

  test('is found among the last asks of a call that is tried again and again', async () => {
    const inner = memoryStore();
    let longest = 0;
    const update: StateStore['update'] = (key, change, ...rest) => {
      const counted = (now: unknown): unknown => {
        const next = change(now);
        if (Array.isArray(next)) longest = Math.max(longest, next.length);
        return next;
      };
      return inner.update(key, counted, ...rest);
    };
    const hooks = askingHooks({ store: { ...inner, update } });
    let token = '';
    for (let tries = 0; tries < 120; tries++) token = await suspendCall(hooks);
    expect(longest).toBe(100);
    await hooks.resume(token, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
  });
});

describe('law 5: the answers to a call that was asked about twice', () => {
  test.each([
    [true, false],
    [false, true],
  ])('are a no where one of %s and %s is', async (first, second) => {
    const hooks = askingHooks();
    const tokens = [await suspendCall(hooks), await suspendCall(hooks)];
    for (const [at, approved] of [first, second].entries())
      await hooks.resume(tokens[at]!, { approved });
    expect(await resumeCall(hooks)).toMatchObject({ denial: { code: 'approval_refused' } });
    expect((await resumeCall(hooks)).kind).toBe('suspended');
  });

  test('run it once where both are a yes', async () => {
    const hooks = askingHooks();
    const tokens = [await suspendCall(hooks), await suspendCall(hooks)];
    for (const token of tokens) await hooks.resume(token, { approved: true });
    expect((await resumeCall(hooks)).kind).toBe('result');
    expect((await resumeCall(hooks)).kind).toBe('suspended');
  });

  test('run it once where both are a yes and another process goes on between two writes of the first', async () => {
    const store = memoryStore();
    const other = askingHooks({ store });
    const tokens = [await suspendCall(other), await suspendCall(other)];
    for (const token of tokens) await other.resume(token, { approved: true });
    let ran = 0;
    const run = (): void => void ran++;
    let between: Promise<unknown> | undefined;
    const update: StateStore['update'] = async (...given) => {
      const done = await store.update(...given);
      await (between ??= resumeCall(other, { run }));
      return done;
    };
    await resumeCall(askingHooks({ store: { ...store, update } }), { run });
    expect(between).toBeDefined();
    expect(ran).toBe(1);
  });

  test('run it where they were read and the store failed before they were used', async () => {
    const inner = memoryStore();
    let fails = false;
    const update: StateStore['update'] = (...given) => {
      if (fails) throw new Error('the store is down');
      return inner.update(...given);
    };
    const hooks = askingHooks({ store: { ...inner, update } });
    for (const token of [await suspendCall(hooks), await suspendCall(hooks)])
      await hooks.resume(token, { approved: true });
    fails = true;
    expect(await resumeCall(hooks)).toMatchObject({ denial: { code: 'approval_store_failed' } });
    fails = false;
    expect((await resumeCall(hooks)).kind).toBe('result');
  });
});
