import type { ApprovalAnswer, Approver } from '@interpose/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { requestOf } from '../../test/approval-request.ts';
import { escalating } from './index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const silent: Approver = () => new Promise<never>(() => undefined);
const yes =
  (by: string): Approver =>
  () => ({ approved: true, by });
const broken: Approver = () => {
  throw new Error('out of order');
};
const options = { afterMs: 1000 };

describe('escalating', () => {
  test('asks nobody else where the first one answers', async () => {
    const second = vi.fn<Approver>(yes('lead'));
    const approver = escalating([yes('team'), second], options);
    expect(await approver(requestOf())).toEqual({ approved: true, by: 'team' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(second).not.toHaveBeenCalled();
  });

  test('asks the next one after a while, and the first answer counts', async () => {
    const asked: string[] = [];
    let answer: ((given: ApprovalAnswer) => void) | undefined;
    const approver = escalating(
      [
        () => {
          asked.push('team');
          return new Promise((resolve) => (answer = resolve));
        },
        () => {
          asked.push('lead');
          return new Promise(() => undefined);
        },
      ],
      options,
    );
    const answered = approver(requestOf());
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual(['team']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['team', 'lead']);
    answer?.({ approved: false, by: 'team' });
    expect(await answered).toEqual({ approved: false, by: 'team' });
  });

  test('a no is an answer, and so is a suspension', async () => {
    const second = vi.fn<Approver>(yes('lead'));
    for (const answer of [{ approved: false }, { suspend: true }] as const)
      expect(await escalating([() => answer, second], options)(requestOf())).toEqual(answer);
    expect(second).not.toHaveBeenCalled();
  });

  test('asks the next one at once where one fails, and fails when all do', async () => {
    expect(await escalating([broken, yes('lead')], options)(requestOf())).toMatchObject({
      by: 'lead',
    });
    await expect(escalating([broken, broken], options)(requestOf())).rejects.toThrow(
      'out of order',
    );
  });

  test.each([undefined, {}, { approved: 'yes' }, { approved: true, chnage: 1 }])(
    'asks the next one at once where one gives %j, which is no answer',
    async (odd) => {
      const approver = escalating([() => odd as never, yes('lead')], options);
      expect(await approver(requestOf())).toEqual({ approved: true, by: 'lead' });
      await expect(escalating([() => odd as never], options)(requestOf())).rejects.toThrow(
        '[invalid_option]',
      );
    },
  );

  test('ends with the question', async () => {
    const controller = new AbortController();
    const third = vi.fn<Approver>(silent);
    const answered = escalating(
      [silent, silent, third],
      options,
    )(requestOf(undefined, controller.signal));
    const ended = Promise.resolve(answered).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1500);
    controller.abort(new Error('time is up'));
    expect(await ended).toEqual(new Error('time is up'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(third).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[unknown, unknown]>([
    [[], options],
    [undefined, options],
    [['ada'], options],
    [[silent], {}],
    [[silent], { afterMs: 0 }],
    [[silent], { afterMs: Infinity }],
    [[silent], { afterMs: 30 * 24 * 3600 * 1000 }],
    [[silent], { afterMs: 5, after: 5 }],
    [[silent], undefined],
  ])('refuses %j with %j', (approvers, given) => {
    expect(() => escalating(approvers as never, given as never)).toThrow('[invalid_option]');
  });
});
