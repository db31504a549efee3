import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import { ask, createHooks, deny, type ApprovalRequest, type ToolCall } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

function approverWith(changes: readonly unknown[]): {
  readonly approver: (request: ApprovalRequest) => { approved: true; change?: unknown };
  readonly asked: ApprovalRequest[];
} {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    approver(request) {
      asked.push(request);
      const change = changes[asked.length - 1];
      return change === undefined ? { approved: true } : { approved: true, change };
    },
  };
}

describe("law 5: an approver's change", () => {
  test('runs the chain again with the changed value', async () => {
    const { approver } = approverWith([sampleCall({ cents: 1 })]);
    const hooks = createHooks({ approver });
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => void seen.push(call.args['cents']));
    hooks.addHook('preToolCall', () => ask('?'));
    const chat = await openTestChat(hooks);
    const ran: ToolCall[] = [];
    await toolCycle(chat, toolStep({ run: (call) => void ran.push(call) }));
    expect(seen).toEqual([100, 1]);
    expect(ran).toEqual([sampleCall({ cents: 1 })]);
  });

  test('settles the ask of the same hook', async () => {
    const { approver, asked } = approverWith([sampleCall({ cents: 1 })]);
    const hooks = createHooks({ approver });
    hooks.addHook('preToolCall', () => ask('?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'modify' });
    expect(asked).toHaveLength(1);
  });

  test('is asked about again by a hook that had not asked', async () => {
    const { approver, asked } = approverWith([sampleCall({ cents: 1 })]);
    const hooks = createHooks({ approver });
    hooks.addHook('preToolCall', () => ask('always'), { name: 'a' });
    hooks.addHook(
      'preToolCall',
      ({ call }) => (call.args['cents'] === 1 ? ask('one?') : undefined),
      {
        name: 'b',
      },
    );
    expect(await gateCall(hooks)).toMatchObject({ decision: 'modify' });
    expect(asked.map(({ by }) => by)).toEqual([['a'], ['b']]);
    expect(asked[1]!.value).toEqual(sampleCall({ cents: 1 }));
  });

  test('may be denied by a hook that let the original pass', async () => {
    const { approver } = approverWith([sampleCall({ cents: 1_000_000 })]);
    const hooks = createHooks({ approver });
    hooks.addHook('preToolCall', ({ call }) =>
      Number(call.args['cents']) > 500 ? deny('too much') : undefined,
    );
    hooks.addHook('preToolCall', () => ask('?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', reason: 'too much' });
  });

  test('is denied as a loop after three rounds', async () => {
    const { approver, asked } = approverWith([1, 2, 3, 4, 5].map((cents) => sampleCall({ cents })));
    const hooks = createHooks({ approver });
    for (const [name, cents] of [
      ['a', 100],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ] as const)
      hooks.addHook(
        'preToolCall',
        ({ call }) => (call.args['cents'] === cents ? ask('?') : undefined),
        {
          name,
        },
      );
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'approval_loop' });
    expect(asked).toHaveLength(3);
  });

  test('may go two rounds', async () => {
    const { approver, asked } = approverWith([1, 2].map((cents) => sampleCall({ cents })));
    const hooks = createHooks({ approver });
    for (const cents of [100, 1, 2])
      hooks.addHook('preToolCall', ({ call }) =>
        call.args['cents'] === cents ? ask('?') : undefined,
      );
    expect(await gateCall(hooks)).toMatchObject({ value: { args: { cents: 2 } } });
    expect(asked).toHaveLength(3);
  });

  test.each<[string, unknown]>([
    ['no call at all', 'rm -rf'],
    ['a call of another id', { ...sampleCall(), id: 'other' }],
    ['a call of another tool', { ...sampleCall(), name: 'exec' }],
    ['a call without arguments', { id: 'call-1', name: 'refund' }],
  ])('into %s is denied', async (_, change) => {
    const hooks = createHooks({ approver: () => ({ approved: true, change }) });
    hooks.addHook('preToolCall', () => ask('?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'invalid_verdict' });
  });

  test('where there is nothing to change is denied', async () => {
    const hooks = createHooks({ approver: () => ({ approved: true, change: {} }) });
    hooks.defineEvent('preDeploy', { kind: 'interceptor' });
    hooks.addHook('preDeploy' as 'preToolCall', () => ask('?'));
    const verdict = await hooks.dispatch('preDeploy' as 'preToolCall', {} as never);
    expect(verdict).toMatchObject({ decision: 'deny', code: 'invalid_verdict' });
  });

  test('to the same object is no change', async () => {
    const hooks = createHooks({ approver: ({ value }) => ({ approved: true, change: value }) });
    let calls = 0;
    hooks.addHook('preToolCall', () => {
      calls++;
      return ask('?');
    });
    expect(await gateCall(hooks)).toEqual({ decision: 'allow' });
    expect(calls).toBe(1);
  });

  test('to a step nobody may edit in place: a value edited while it was shown is denied', async () => {
    const hooks = createHooks({
      strict: false,
      approver: ({ value }) => {
        (value as { args: Record<string, unknown> }).args['cents'] = 1_000_000;
        return { approved: true };
      },
    });
    hooks.addHook('preToolCall', () => ask('?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'approval_mismatch' });
  });

  test('and a retry asked for at the same time are both heeded', async () => {
    let runs = 0;
    const hooks = createHooks({ approver: () => ({ approved: true }) });
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? { decision: 'retry' } : undefined,
    );
    hooks.addHook('onToolCallResult', () => ask('?'));
    const chat = await openTestChat(hooks);
    const outcome = await toolCycle(chat, toolStep({ run: () => ++runs }));
    expect(outcome).toMatchObject({ result: 2 });
  });
});
