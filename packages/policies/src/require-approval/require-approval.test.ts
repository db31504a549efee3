import { createHooks, type Approver, type Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { requireApproval, type RequireApprovalOptions } from './require-approval.ts';

expect.extend(policyMatchers);

const calling = (name: string, args: Dict = {}) => ({ call: { id: 'call_1', name, args } });
const refunds = requireApproval({ tools: ['refund', 'pay_*'] });

describe('a call', () => {
  test('of a tool that is named asks, and others run', async () => {
    const trial = await tryPolicy(refunds, 'preToolCall', calling('refund'), { approver: 'yes' });
    expect(trial).toAsk("refund needs a person's approval");
    expect(trial.verdict.decision).toBe('allow');
    expect(await tryPolicy(refunds, 'preToolCall', calling('pay_out'))).toAsk();
    expect(await tryPolicy(refunds, 'preToolCall', calling('search'))).toAllow();
  });

  test('of a name that is too long to be looked up asks', async () => {
    const long = 'x'.repeat(513);
    expect(await tryPolicy(refunds, 'preToolCall', calling(long))).toAsk();
    const task = { kind: 'handoff', to: long, input: '' } as const;
    const agents = requireApproval({ agents: ['*'] });
    expect(await tryPolicy(agents, 'preDelegate', { task })).toAsk();
    expect(await tryPolicy(agents, 'preToolCall', calling(long))).toAllow();
  });

  test('does not run without a yes: after a no, after silence, after nonsense, and without anybody', async () => {
    const codes = async (approver: Approver): Promise<unknown> =>
      (await tryPolicy(refunds, 'preToolCall', calling('refund'), { approver })).verdict;
    expect(await codes(() => ({ approved: false }))).toMatchObject({ code: 'approval_refused' });
    expect(await codes(() => 'yes' as never)).toMatchObject({ code: 'approver_failed' });
    expect(await codes(() => Promise.reject(new Error('gone')))).toMatchObject({
      code: 'approver_failed',
    });
    expect(await codes(() => ({ suspend: true }))).toMatchObject({ code: 'suspend_unsupported' });
    const hooks = createHooks({ policies: [refunds] });
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    expect(await hooks.dispatch('preToolCall', { ...calling('refund'), tool })).toMatchObject({
      decision: 'deny',
      code: 'approver_unavailable',
    });
    await hooks.close();
  });

  test('expires', async () => {
    const policy = requireApproval({ tools: ['refund'], timeoutMs: 20 });
    const trial = await tryPolicy(policy, 'preToolCall', calling('refund'), {
      approver: () => new Promise(() => undefined),
    });
    expect(trial.verdict).toMatchObject({ decision: 'deny', code: 'approval_timeout' });
  });

  test('is asked about again with other arguments, and not with the same, while a yes is remembered', async () => {
    const policy = requireApproval({ tools: ['refund'], remember: 'session' });
    let asks = 0;
    const approver: Approver = () => {
      asks++;
      return { approved: true };
    };
    const hooks = createHooks({ policies: [policy], approver });
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    for (const cents of [5, 5, 6])
      await hooks.dispatch(
        'preToolCall',
        { ...calling('refund', { cents }), tool },
        { session: { id: 's' } },
      );
    await hooks.close();
    expect(asks).toBe(2);
  });

  test('that another hook renames is asked about by both names', async () => {
    const hooks = createHooks({ policies: [refunds], allowRename: true });
    hooks.addHook('preToolCall', ({ call }) => ({
      call: { ...call, name: call.name === 'refund' ? 'search' : 'refund' },
    }));
    for (const name of ['refund', 'search']) {
      const tool = { name, origin: 'local', known: true, enabled: true } as const;
      const verdict = await hooks.dispatch('preToolCall', { ...calling(name), tool });
      expect(verdict).toMatchObject({ decision: 'deny', code: 'approver_unavailable' });
    }
    await hooks.close();
  });
});

describe('a condition', () => {
  const above = (cents: number): Promise<unknown> =>
    tryPolicy(
      requireApproval({ tools: ['refund'], when: (args) => Number(args['cents']) > 1000 }),
      'preToolCall',
      calling('refund', { cents }),
    );

  test('lets a call run unasked with false alone', async () => {
    expect(await above(5)).toAllow();
    expect(await above(5000)).toAsk();
    for (const when of [
      () => Promise.resolve(true),
      () => undefined,
      () => 0,
      () => null,
      () => '',
    ]) {
      const policy = requireApproval({ tools: ['refund'], when: when as never });
      expect(await tryPolicy(policy, 'preToolCall', calling('refund'))).toAsk();
    }
    const later = requireApproval({ tools: ['refund'], when: () => Promise.resolve(false) });
    expect(await tryPolicy(later, 'preToolCall', calling('refund'))).toAllow();
  });

  test('that fails asks', async () => {
    for (const when of [() => JSON.parse('{') as boolean, () => Promise.reject(new Error('x'))]) {
      const policy = requireApproval({ tools: ['refund'], when });
      expect(await tryPolicy(policy, 'preToolCall', calling('refund'))).toAsk();
    }
  });

  test('judges what the hooks before it left', async () => {
    const policy = requireApproval({
      tools: ['refund'],
      when: ({ cents }) => Number(cents) > 1000,
    });
    const hooks = createHooks({ policies: [policy] });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 9999 } } }));
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    const verdict = await hooks.dispatch('preToolCall', {
      ...calling('refund', { cents: 1 }),
      tool,
    });
    expect(verdict).toMatchObject({ decision: 'deny', code: 'approver_unavailable' });
    await hooks.close();
  });
});

test('an agent that is named takes over only once a person approved', async () => {
  const policy = requireApproval({ agents: ['admin'], reason: 'admins only after a look' });
  const task = (to: string) => ({ task: { kind: 'handoff', to, input: '' } as const });
  expect(await tryPolicy(policy, 'preDelegate', task('admin'))).toAsk('admins only after a look');
  expect(await tryPolicy(policy, 'preDelegate', task('billing'))).toAllow();
});

test('the person is told what the app says', async () => {
  const policy = requireApproval({
    tools: ['refund'],
    reason: (ctx) => `pay ${String('call' in ctx ? ctx.call.args['cents'] : 0)} cents?`,
  });
  expect(await tryPolicy(policy, 'preToolCall', calling('refund', { cents: 7 }))).toAsk(
    'pay 7 cents?',
  );
});

test.each<[unknown]>([
  [{}],
  [{ tools: [] }],
  [{ tools: [''] }],
  [{ tools: 'refund' }],
  [{ tools: ['refund'], when: true }],
  [{ tools: ['refund'], reason: '' }],
  [{ tools: ['refund'], timeoutMs: 0 }],
  [{ tools: ['refund'], timeoutMs: Number.NaN }],
  [{ tools: ['refund'], remember: 'always' }],
])('options that are %j are refused', (options) => {
  expect(() => requireApproval(options as RequireApprovalOptions)).toThrow('[invalid_option]');
});
