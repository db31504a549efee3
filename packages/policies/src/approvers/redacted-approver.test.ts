import { createHooks, definePolicy, type ApprovalRequest } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { requestOf } from '../../test/approval-request.ts';
import { redactPersonal } from '../redact-personal/index.ts';
import { redactSecrets } from '../redact-secrets/index.ts';
import { requireApproval } from '../require-approval/index.ts';
import { redactedApprover } from './index.ts';

const args = { to: 'ann@mail.example', text: 'Your order, Ann: call +49 30 901820', cents: 5 };
const value = { id: 'c', name: 'send', args };

describe('an approver that is shown a redacted question', () => {
  test('sees placeholders in value and reason, and the digest of the real value', async () => {
    const seen: ApprovalRequest[] = [];
    const approver = redactedApprover(
      (request) => {
        seen.push(request);
        return { approved: true };
      },
      [redactSecrets(), redactPersonal()],
    );
    const key = `sk-proj-${'a1B2c3D4e5'.repeat(5)}`;
    const asked = { ...requestOf({ ...value, args: { ...args, key } }), reason: `to ${args.to}` };
    expect(await approver(asked)).toEqual({ approved: true });
    expect(seen[0]?.reason).toBe('to <EMAIL_ADDRESS>');
    expect(seen[0]?.digest).toBe(asked.digest);
    const shown = JSON.stringify(seen[0]?.value);
    for (const hidden of ['ann@', '901820', key]) expect(shown).not.toContain(hidden);
    expect(seen[0]?.value).toMatchObject({ args: { to: '<EMAIL_ADDRESS>', cents: 5 } });
  });

  test('changes what it was shown, and the rest stays real', async () => {
    const approver = redactedApprover(
      ({ value: shown }) => {
        const call = shown as typeof value;
        return { approved: true, change: { ...call, args: { ...call.args, cents: 1 } } };
      },
      [redactPersonal()],
    );
    expect(await approver(requestOf(value))).toEqual({
      approved: true,
      change: { ...value, args: { ...args, cents: 1 } },
    });
  });

  test.each([
    ['a text it has edited', { ...args, text: 'Call <PHONE_NUMBER> today' }],
    ['another place', { ...args, copy: '<EMAIL_ADDRESS>' }],
  ])('may not carry a placeholder into %s', async (_, changed) => {
    const approver = redactedApprover(
      () => ({ approved: true, change: { ...value, args: changed } }),
      [redactPersonal()],
    );
    expect(await approver(requestOf(value))).toMatchObject({
      approved: false,
      reason: /<(PHONE_NUMBER|EMAIL_ADDRESS)>/,
    });
  });

  const ann = { name: 'Ann', mail: '<EMAIL_ADDRESS>' };
  const bob = { name: 'Bob', mail: '<EMAIL_ADDRESS>' };
  const realAnn = { name: 'Ann', mail: 'ann@mail.example' };
  const realBob = { name: 'Bob', mail: 'bob@mail.example' };

  test.each<[string, unknown, unknown]>([
    ['removes', [bob], [realBob]],
    ['moves', [bob, ann], [realBob, realAnn]],
    ['edits', [ann, { ...bob, name: 'Bobby' }], [realAnn, { ...realBob, name: 'Bobby' }]],
    ['repeats', [bob, bob], [realBob, realBob]],
    ['removes and edits', [{ ...bob, name: 'Bobby' }], undefined],
    ['replaces', [bob, { name: 'Eve', mail: '<EMAIL_ADDRESS>' }], undefined],
    [
      'edits every',
      [
        { ...bob, name: 'B' },
        { ...ann, name: 'A' },
      ],
      undefined,
    ],
    ['names by a placeholder an', { '<EMAIL_ADDRESS>': 1 }, undefined],
  ])(
    'that %s items of a list keeps each hidden value with its item, or is refused',
    async (_, changed, runs) => {
      const change = (to: unknown): object => ({ ...value, args: { to } });
      const approver = redactedApprover(
        () => ({ approved: true, change: change(changed) }),
        [redactPersonal()],
      );
      expect(await approver(requestOf(change([realAnn, realBob])))).toMatchObject(
        runs === undefined ? { approved: false } : { approved: true, change: change(runs) },
      );
    },
  );

  test('may not keep one of two hidden values that look the same', async () => {
    const mails = ['ann@mail.example', 'bob@mail.example'];
    const change = { ...value, args: { mails: ['<EMAIL_ADDRESS>'] } };
    const approver = redactedApprover(() => ({ approved: true, change }), [redactPersonal()]);
    const asked = requestOf({ ...value, args: { mails } });
    expect(await approver(asked)).toMatchObject({ approved: false });
  });

  test('may not remove one of several hidden items, move another up and add one', async () => {
    const mails = ['ann@mail.example', 'bob@mail.example', 'team'];
    const change = { ...value, args: { mails: ['<EMAIL_ADDRESS>', 'team', 'eve@mail.example'] } };
    const approver = redactedApprover(() => ({ approved: true, change }), [redactPersonal()]);
    const asked = requestOf({ ...value, args: { mails } });
    expect(await approver(asked)).toMatchObject({ approved: false });
  });

  test('may write a new value where one was hidden', async () => {
    const change = { ...value, args: { ...args, to: 'bob@mail.example' } };
    const approver = redactedApprover(() => ({ approved: true, change }), [redactPersonal()]);
    expect(await approver(requestOf(value))).toEqual({ approved: true, change });
  });

  test('knows placeholders of the app', async () => {
    const policy = redactPersonal({ placeholder: () => '[hidden]' });
    const change = { ...value, args: { ...args, copy: 'to [hidden]' } };
    const approver = redactedApprover(() => ({ approved: true, change }), [policy]);
    expect(await approver(requestOf(value))).toMatchObject({ approved: false });
  });

  test('the real call runs after its yes', async () => {
    const hooks = createHooks({
      policies: [requireApproval({ tools: ['send'] })],
      approver: redactedApprover(() => ({ approved: true, by: 'ada' }), [redactPersonal()]),
    });
    const tool = { name: 'send', origin: 'local', known: true, enabled: true } as const;
    const done = await hooks.step('preToolCall', { call: value, tool }, (call) => call);
    expect(done).toMatchObject({ kind: 'output', output: value });
    await hooks.close();
  });

  test('refuses policies that redact nothing', () => {
    const other = definePolicy({ name: 'other', hooks: {} });
    const approver = (): { approved: true } => ({ approved: true });
    for (const policies of [[], [other], undefined])
      expect(() => redactedApprover(approver, policies as never)).toThrow('[invalid_option]');
    expect(() => redactedApprover('ada' as never, [redactPersonal()])).toThrow('[invalid_option]');
  });
});
