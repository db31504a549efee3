import { createHooks, type ApprovalAnswer, type Approver } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { requestOf } from '../../test/approval-request.ts';
import { quorum } from './quorum.ts';
import { requireApproval } from './require-approval.ts';

const yes: ApprovalAnswer = { approved: true };
const no: ApprovalAnswer = { approved: false, reason: 'too much' };
const never = (): Promise<never> => new Promise(() => undefined);

describe('a change', () => {
  const less = { cents: 1 };
  const changes: Approver = ({ value }) =>
    value === less ? yes : { approved: true, change: less };

  test('by one asks the others again, about the changed value and under another digest', async () => {
    const seen: (readonly [unknown, string])[] = [];
    const bob: Approver = ({ value, digest }) => {
      seen.push([value, digest]);
      return yes;
    };
    const answer = await quorum(2, { bob, ada: changes })(requestOf());
    expect(answer).toEqual({ approved: true, by: 'ada, bob', change: less });
    expect(seen.map(([value]) => value)).toEqual([{ cents: 5 }, less]);
    expect(new Set(seen.map(([, digest]) => digest)).size).toBe(2);
    expect(seen.every(([, digest]) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  });

  test('voids the yeses before it: one who says no to it stops it', async () => {
    const picky: Approver = ({ value }) => (value === less ? no : yes);
    expect(await quorum(2, { picky, ada: changes })(requestOf())).toMatchObject({
      approved: false,
    });
  });

  test('does not turn a no into a yes', async () => {
    let asks = 0;
    const refuses: Approver = () => (asks++ === 0 ? no : yes);
    expect(await quorum(2, { refuses, ada: changes })(requestOf())).toMatchObject({
      approved: false,
    });
    expect(asks).toBe(1);
  });

  test('into the same value is none', async () => {
    const echoes: Approver = ({ value }) => ({ approved: true, change: structuredClone(value) });
    expect(await quorum(2, { echoes, bob: () => yes })(requestOf())).toEqual({
      approved: true,
      by: 'echoes, bob',
    });
  });

  test('of a change is asked about too, and not for ever', async () => {
    let cents = 0;
    const raises = (): Approver => () => ({ approved: true, change: { cents: cents++ } });
    expect(await quorum(2, { ada: raises(), bob: raises() })(requestOf())).toMatchObject({
      approved: false,
    });
    expect(cents).toBeLessThan(12);
  });

  test('into what cannot be bound is refused', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const odd: Approver = () => ({ approved: true, change: circular });
    expect(await quorum(1, { odd, bob: never })(requestOf())).toMatchObject({ approved: false });
  });

  test('that a quorum agreed on is what runs', async () => {
    const change = { id: 'call_1', name: 'refund', args: { cents: 1 } };
    const ada: Approver = ({ value }) =>
      JSON.stringify(value) === JSON.stringify(change) ? yes : { approved: true, change };
    const hooks = createHooks({
      policies: [requireApproval({ tools: ['refund'] })],
      approver: quorum(2, { ada, bob: () => yes }),
    });
    const verdict = await hooks.dispatch('preToolCall', {
      call: { id: 'call_1', name: 'refund', args: { cents: 900 } },
      tool: { name: 'refund', origin: 'local', known: true, enabled: true },
    });
    await hooks.close();
    expect(verdict).toEqual({ decision: 'modify', value: change });
  });
});
