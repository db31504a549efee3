import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type Hooks,
  type HooksOptions,
} from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { never } from '../pause-for.ts';
import { sampleCall, TOOL } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

/** Hooks whose approver gives these answers in turn, and what it was asked. */
function asking(
  answers: readonly (ApprovalAnswer | undefined)[],
  options: HooksOptions = {},
): { readonly hooks: Hooks; readonly asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  const approver: Approver = (request) => {
    asked.push(request);
    return answers[asked.length - 1] as ApprovalAnswer;
  };
  return { hooks: createHooks({ ...options, approver }), asked };
}

const YES: ApprovalAnswer = { approved: true };

describe('law 5: an inline approver', () => {
  test('who says yes lets the step run', async () => {
    const { hooks, asked } = asking([YES]);
    hooks.addHook('preToolCall', () => ask('sure?'));
    const outcome = await openTestChat(hooks).then((chat) => toolCycle(chat, toolStep()));
    expect(outcome).toMatchObject({ kind: 'result', result: 'done' });
    expect(asked).toHaveLength(1);
  });

  test('who says no is a deny with the reason given, and the tool does not run', async () => {
    const { hooks } = asking([{ approved: false, reason: 'not today' }]);
    hooks.addHook('preToolCall', () => ask('sure?'), { name: 'careful' });
    const chat = await openTestChat(hooks);
    let ran = 0;
    const outcome = await toolCycle(chat, toolStep({ run: () => void ran++ }));
    expect(outcome).toMatchObject({
      kind: 'denied',
      denial: { code: 'approval_refused', reason: 'not today', by: 'careful' },
      text: 'Blocked by careful: not today',
    });
    expect(ran).toBe(0);
  });

  test.each([undefined, ''])(
    'who says no and %j as the reason is told of as one who refused',
    async (reason) => {
      const { hooks } = asking([{ approved: false, ...(reason === undefined ? {} : { reason }) }]);
      hooks.addHook('preToolCall', () => ask('sure?'), { name: 'careful' });
      expect(await toolCycle(await openTestChat(hooks), toolStep())).toMatchObject({
        denial: { code: 'approval_refused', by: 'careful' },
        text: 'Blocked by careful: A person refused this: sure?',
      });
    },
  );

  test('is asked once, last, on the final value, about everything that was asked', async () => {
    const { hooks, asked } = asking([YES]);
    hooks.addHook('preToolCall', () => ask('first?'), { name: 'a' });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 5 } } }));
    hooks.use({ name: 'p', hooks: { preToolCall: async () => ask('second?') } });
    const chat = await openTestChat(hooks, { user: { id: 'u' } });
    await toolCycle(chat, toolStep());
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      event: 'preToolCall',
      reason: 'first?; second?',
      by: ['a', 'p/preToolCall'],
      value: sampleCall({ cents: 5 }),
      tool: TOOL,
      sessionId: chat.session.id,
      chatId: chat.id,
      agent: { id: 'agent', name: 'Agent' },
      user: { id: 'u' },
    });
    expect(asked[0]!.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['text', 'yes'],
    ['a function', () => true],
    ['a yes of another type', { approved: 'true' }],
    ['an empty object', {}],
    ['a yes and a suspension at once', { approved: true, suspend: true }],
    ['a yes with a misspelt change', { approved: true, chnage: {} }],
    ['a yes of a number', { approved: true, by: 7 }],
    ['neither yes nor later', { suspend: false }],
  ])('who answers %s counts as no', async (_, answer) => {
    const { hooks } = asking([answer as ApprovalAnswer]);
    hooks.addHook('preToolCall', () => ask('sure?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'approver_failed' });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
  ])('who %s is reported, and counts as no without its text', async (_, approver) => {
    const hooks = createHooks({ approver, onError: 'allow' });
    const errors: unknown[] = [];
    hooks.observe('onHookError', ({ hook, code }) => errors.push([hook, code]));
    hooks.addHook('preToolCall', () => ask('sure?'));
    const verdict = await gateCall(hooks);
    expect(verdict).toMatchObject({ decision: 'deny', code: 'approver_failed' });
    expect(JSON.stringify(verdict)).not.toContain('secret');
    expect(errors).toEqual([['approver', 'approver_failed']]);
  });

  test('who is silent too long counts as no', async () => {
    const hooks = createHooks({ approver: never, approvalTimeoutMs: 20 });
    hooks.addHook('preToolCall', () => ask('sure?'));
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'approval_timeout' });
  });

  test('has as long as the shortest ask says, and learns when the time is up', async () => {
    let request: ApprovalRequest | undefined;
    const hooks = createHooks({
      approver: (asked) => {
        request = asked;
        return never();
      },
      approvalTimeoutMs: 60_000,
    });
    hooks.addHook('preToolCall', () => ask('a', { timeoutMs: 5000 }));
    hooks.addHook('preToolCall', () => ask('b', { timeoutMs: 20 }));
    const startedAt = Date.now();
    expect(await gateCall(hooks)).toMatchObject({ code: 'approval_timeout' });
    expect(request!.expiresAt - startedAt).toBeLessThan(5000);
    expect(request!.expiresAt).toBeGreaterThanOrEqual(startedAt + 20);
    expect(request!.signal.aborted).toBe(true);
  });

  test('is told by a signal when the chat aborts, and the step rejects with the reason', async () => {
    let signal: AbortSignal | undefined;
    const controller = new AbortController();
    const hooks = createHooks({
      approver: (request) => {
        ({ signal } = request);
        controller.abort('gone');
        return never();
      },
    });
    hooks.addHook('preToolCall', () => ask('sure?'));
    const call = gateCall(hooks, undefined, { signal: controller.signal });
    await expect(call).rejects.toBe('gone');
    expect(signal?.aborted).toBe(true);
  });

  test('who is still thinking when the chat aborts is left', async () => {
    const controller = new AbortController();
    const approver = (): Promise<never> => {
      setImmediate(() => controller.abort('gone'));
      return never();
    };
    const hooks = createHooks({ approver });
    hooks.addHook('preToolCall', () => ask('sure?'));
    const call = gateCall(hooks, undefined, { signal: controller.signal });
    await expect(call).rejects.toBe('gone');
  });

  test('is not needed where nobody asks', async () => {
    const { hooks, asked } = asking([]);
    hooks.addHook('preToolCall', () => undefined);
    await gateCall(hooks);
    expect(asked).toEqual([]);
  });
});
