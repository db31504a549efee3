import type { ApprovalAnswer, ApprovalRequest, Approver } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { requestOf } from '../../test/approval-request.ts';
import { quorum, type Approvers } from './quorum.ts';

const yes: ApprovalAnswer = { approved: true };
const no: ApprovalAnswer = { approved: false, reason: 'too much' };
const never = (): Promise<never> => new Promise(() => undefined);

describe('a quorum', () => {
  test('says yes once so many do, without waiting for the others', async () => {
    const approver = quorum(2, { ada: () => yes, bob: never, eve: () => yes });
    expect(await approver(requestOf())).toEqual({ approved: true, by: 'ada, eve' });
  });

  test('says no as soon as a yes cannot be any more, with the first reason', async () => {
    const approver = quorum(2, { ada: never, bob: () => no, eve: () => no });
    expect(await approver(requestOf())).toEqual({
      approved: false,
      by: 'bob, eve',
      reason: 'too much',
    });
  });

  test('tells those who are still asked that it is over', async () => {
    let signal: AbortSignal | undefined;
    const slow: Approver = (request) => {
      ({ signal } = request);
      return never();
    };
    await quorum(1, { ada: () => yes, bob: slow })(requestOf());
    expect(signal?.aborted).toBe(true);
  });

  test.each<[string, Approver]>([
    ['throws', () => JSON.parse('{') as never],
    ['rejects', () => Promise.reject(new Error('gone'))],
    ['says nothing', () => undefined as never],
    ['says what nobody knows', () => ({ approved: 'yes' }) as never],
    ['says yes and later', () => ({ approved: true, suspend: true }) as never],
    ['misspells a change', () => ({ approved: true, chnage: 1 }) as never],
    ['says yes to something else', () => ({ approved: true, digest: 'another' })],
    ['wants to answer later', () => ({ suspend: true })],
    [
      'gives an answer that cannot be read',
      () =>
        Object.defineProperty({}, 'approved', {
          enumerable: true,
          get: () => JSON.parse('{') as true,
        }) as never,
    ],
  ])('counts an approver that %s as a no', async (_, odd) => {
    expect(await quorum(2, { ada: () => yes, odd })(requestOf())).toMatchObject({
      approved: false,
    });
    expect(await quorum(1, { ada: () => yes, odd })(requestOf())).toMatchObject({ approved: true });
  });

  test('counts silence as a no, of one after their time and of all at the end', async () => {
    const late = quorum(2, { ada: () => yes, bob: never }, { timeoutMs: 10 });
    expect(await late(requestOf())).toMatchObject({ approved: false });
    const controller = new AbortController();
    const ended = quorum(2, [() => yes, never])(requestOf(1, controller.signal));
    controller.abort();
    expect(await ended).toMatchObject({ approved: false });
    expect(await quorum(1, [never])(requestOf(1, AbortSignal.abort()))).toMatchObject({
      approved: false,
    });
  });

  test('counts nobody twice, whatever they answer under', async () => {
    const same =
      (by: string): Approver =>
      () => ({ approved: true, by });
    expect(await quorum(2, [same('ada'), same('Ada ')])(requestOf())).toMatchObject({
      approved: false,
    });
    expect(await quorum(2, { ada: () => yes, bob: same('ADA') })(requestOf())).toMatchObject({
      approved: false,
    });
    expect(await quorum(2, [same('ada'), same('bob')])(requestOf())).toEqual({
      approved: true,
      by: 'ada, bob',
    });
  });

  test('may need as many as the request is worth', async () => {
    const worth = ({ value }: ApprovalRequest): number =>
      (value as { cents: number }).cents > 100 ? 2 : 1;
    const approver = quorum(worth, [() => yes, () => no]);
    expect(await approver(requestOf({ cents: 5 }))).toMatchObject({ approved: true });
    expect(await approver(requestOf({ cents: 500 }))).toMatchObject({ approved: false });
    for (const odd of [0, 3, 1.5, Number.NaN, '1' as never])
      expect(await quorum(() => odd, [() => yes, () => no])(requestOf())).toMatchObject({
        approved: false,
      });
  });

  test('is reached exactly when so many different people say yes', async () => {
    const votes = fc.array(fc.tuple(fc.constantFrom('ada', 'bob', 'eve'), fc.boolean()), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(votes, fc.integer({ min: 1, max: 6 }), async (given, wanted) => {
        const needed = Math.min(wanted, given.length);
        const approvers = given.map(([by, approved]): Approver => () => ({ approved, by }));
        const people = new Set(given.filter(([, approved]) => approved).map(([by]) => by));
        const { approved } = (await quorum(needed, approvers)(requestOf())) as {
          approved: boolean;
        };
        expect(approved).toBe(people.size >= needed);
      }),
    );
  });
});

test.each<[unknown, unknown, object?]>([
  [0, [() => yes]],
  [1.5, [() => yes]],
  ['2', [() => yes, () => no]],
  [2, [() => yes]],
  [1, []],
  [1, undefined],
  [1, ['ada']],
  [1, { ada: undefined }],
  [1, { ada: () => yes, Ada: () => no }],
  [1, [() => yes], { timeoutMs: 0 }],
])('%j of %j with %j is refused', (needed, approvers, options) => {
  expect(() => quorum(needed as number, approvers as Approvers, options)).toThrow(
    '[invalid_option]',
  );
});

test('two names of one person are refused', () => {
  const wide = '\uFF41da';
  expect(() => quorum(2, { ada: () => yes, [wide]: () => yes })).toThrow(
    'two approvers of one name',
  );
});

test('one approver twice is refused', () => {
  const ada: Approver = () => yes;
  expect(() => quorum(2, [ada, ada])).toThrow('one approver twice');
  expect(() => quorum(2, { ada, bob: ada })).toThrow('one approver twice');
});
