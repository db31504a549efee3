import {
  allow,
  ask,
  deny,
  type Policy,
  createHooks,
  type ApprovalAnswer,
  type AskVerdict,
} from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { adds, call, no, person, tool } from '../../test/sample-policies.ts';
import { every, some } from './index.ts';

describe('some, where a person is asked', () => {
  test('asks about the value as the asking one would have it', async () => {
    const asking = every(adds('a', 2), person);
    const trial = await tryPolicy(some(no, asking), 'preToolCall', { call }, { approver: 'yes' });
    expect(trial.asks.map(({ value }) => value)).toEqual([{ ...call, args: { cents: 7 } }]);
    expect(trial.value).toEqual({ ...call, args: { cents: 7 } });
  });

  test('votes anew when an approver changed the value', async () => {
    const small: Policy = {
      name: 'small',
      hooks: { preToolCall: ({ call: { args } }) => (args['cents'] === 1 ? allow() : deny('big')) },
    };
    const change = { ...call, args: { cents: 1 } };
    const trial = await tryPolicy(
      some(small, person),
      'preToolCall',
      { call },
      { approver: () => ({ approved: true, change }) },
    );
    expect(trial.value).toEqual(change);
    expect(trial.asks).toHaveLength(1);
  });

  test('asks the other one again when the change of one approval is another’s to judge', async () => {
    const big: Policy = {
      name: 'big',
      hooks: {
        preToolCall: ({ call: { args } }) => (args['cents'] === 5 ? ask('big?') : deny('no')),
      },
    };
    const other: Policy = {
      name: 'other',
      hooks: {
        preToolCall: ({ call: { args } }) => (args['cents'] === 5 ? deny('no') : ask('other?')),
      },
    };
    let round = 0;
    const trial = await tryPolicy(
      some(big, other),
      'preToolCall',
      { call },
      {
        approver: () =>
          ++round === 1
            ? { approved: true, change: { ...call, args: { cents: 6 } } }
            : { approved: true },
      },
    );
    expect(trial.asks.map(({ reason }) => reason)).toEqual(['big?', 'other?']);
    expect(trial.value).toMatchObject({ args: { cents: 6 } });
  });

  test('asks for a hook that asks only about the value that an approver made, as its policy alone would', async () => {
    const own: Policy = {
      name: 'own',
      hooks: {
        preToolCall: [
          ({ call: { args } }) => (args['cents'] === 5 ? ask('five?') : undefined),
          ({ call: { args } }) => (args['cents'] === 6 ? ask('six?') : undefined),
        ],
      },
    };
    for (const policy of [own, some(no, own)]) {
      const change = { ...call, args: { cents: 6 } };
      const trial = await tryPolicy(
        policy,
        'preToolCall',
        { call },
        {
          approver: ({ reason }) =>
            reason === 'five?' ? { approved: true, change } : { approved: false },
        },
      );
      expect(trial.asks.map(({ reason }) => reason)).toEqual(['five?', 'six?']);
      expect(trial.verdict.decision).toBe('deny');
    }
  });

  test('asks once for a member that asks twice, as strictly as either ask', async () => {
    const twice: Policy = {
      name: 'twice',
      hooks: {
        preToolCall: [
          () => ask('first', { timeoutMs: 5000, remember: 'session' }),
          () => ask('second', { timeoutMs: 1000, remember: 'chat' }),
          () => ask('first', { remember: 'session' }),
        ],
      },
    };
    const startedAt = Date.now();
    const trial = await tryPolicy(some(no, twice), 'preToolCall', { call }, { approver: 'yes' });
    expect(trial.asks.map(({ reason }) => reason)).toEqual(['first; second']);
    expect(trial.asks[0]!.expiresAt - startedAt).toBeLessThan(2000);
    expect(trial.verdict.decision).toBe('allow');
  });

  test.each([
    ['session', 'session', 1],
    ['session', 'chat', 2],
    ['session', undefined, 2],
  ] as const)(
    'keeps a yes to asks that want it kept for %s and %s as briefly as either',
    async (first, second, asked) => {
      const remembering = (remember: typeof first | typeof second): (() => AskVerdict) => {
        return () => ask('?', remember === undefined ? {} : { remember });
      };
      const policy: Policy = {
        name: 'keeps',
        hooks: { preToolCall: [remembering(first), remembering(second)] },
      };
      let asks = 0;
      const approver = (): ApprovalAnswer => {
        asks++;
        return { approved: true };
      };
      const hooks = createHooks({ policies: [some(no, policy)], approver });
      const session = { id: 's' };
      for (const chatId of ['one', 'two'])
        await hooks.dispatch('preToolCall', { call, tool }, { session, chatId });
      expect(asks).toBe(asked);
    },
  );
});
