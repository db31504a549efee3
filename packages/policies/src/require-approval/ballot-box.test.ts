import { createHooks, InterposeError, memoryStore, type ResumeAnswer } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ballotBox } from './ballot-box.ts';
import type { BallotBoxOptions, CastVote } from './ballot-box-options.ts';

/** Records the answers to the suspended ask; a token works once. */
function asking() {
  const answers: ResumeAnswer[] = [];
  return {
    answers,
    resume(_token: string, answer: ResumeAnswer): Promise<void> {
      if (answers.length > 0)
        return Promise.reject(new InterposeError('token_unknown', 'it was used', 'ask again'));
      answers.push(answer);
      return Promise.resolve();
    },
  };
}

const options = (): BallotBoxOptions => ({
  needed: 2,
  voters: ['ada', 'bob', 'eve'],
  store: memoryStore(),
});
const yes = (by: string, more: Partial<CastVote> = {}): CastVote => ({
  by,
  approved: true,
  ...more,
});
const no = (by: string, more: Partial<CastVote> = {}): CastVote => ({
  by,
  approved: false,
  ...more,
});

describe('votes about a suspended call', () => {
  test('answer it once enough different voters said yes', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    expect(await box.cast(hooks, 't', yes('ada'))).toMatchObject({ kind: 'open', yes: ['ada'] });
    expect(await box.cast(hooks, 't', yes(' ADA'))).toMatchObject({ kind: 'open' });
    expect(hooks.answers).toEqual([]);
    expect(await box.cast(hooks, 't', yes('bob'))).toMatchObject({ kind: 'approved' });
    expect(hooks.answers).toEqual([{ approved: true, by: 'ada, bob' }]);
    expect(await box.standing('t')).toMatchObject({ kind: 'approved', yes: ['ada', 'bob'] });
    expect(await box.standing('other')).toEqual({ kind: 'open', round: 0, yes: [], no: [] });
  });

  test('refuse it as soon as a yes cannot be any more, and nobody changes their mind', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    await box.cast(hooks, 't', no('ada', { reason: 'too much' }));
    await box.cast(hooks, 't', yes('ada'));
    expect(await box.cast(hooks, 't', no('bob'))).toMatchObject({
      kind: 'refused',
      no: ['ada', 'bob'],
    });
    expect(hooks.answers).toEqual([{ approved: false, by: 'ada, bob', reason: 'too much' }]);
    expect(await box.cast(hooks, 't', yes('eve'))).toMatchObject({ kind: 'refused' });
  });

  test('that are no plain yes are a no', async () => {
    const [box, hooks] = [ballotBox({ ...options(), needed: 3 }), asking()];
    const odd = { by: 'ada', approved: 'yes' as never };
    expect(await box.cast(hooks, 't', odd)).toMatchObject({ kind: 'refused' });
  });

  test('with a misspelt key are refused, and nothing is counted', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    const odd = { by: 'ada', approved: true, chnage: 1 } as CastVote;
    await expect(box.cast(hooks, 't', odd)).rejects.toThrow('did you mean change?');
    expect(await box.standing('t')).toMatchObject({ yes: [], no: [] });
  });

  test('of somebody who has none are refused', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    for (const name of ['mallory', undefined as never])
      await expect(box.cast(hooks, 't', yes(name))).rejects.toThrow('[voter_unknown]');
    expect(await box.standing('t')).toMatchObject({ yes: [], no: [] });
  });

  test('count as those say who have a vote now, and as many as are needed now', async () => {
    const [before, hooks] = [{ ...options(), voters: ['mallory', 'ada', 'bob'] }, asking()];
    for (const by of ['mallory', 'ada'])
      await ballotBox({ ...before, needed: 3 }).cast(hooks, 't', yes(by));
    const box = ballotBox({ ...before, voters: ['ada', 'bob', 'eve'] });
    expect(await box.standing('t')).toMatchObject({ kind: 'open', yes: ['ada'] });
    expect(await box.cast(hooks, 't', no('eve'))).toMatchObject({ kind: 'open', yes: ['ada'] });
    expect(hooks.answers).toEqual([]);
    const smaller = ballotBox({ ...before, needed: 1 });
    expect(await smaller.cast(hooks, 't', yes('ada'))).toMatchObject({ kind: 'approved' });
    expect(hooks.answers).toEqual([{ approved: true, by: 'ada' }]);
  });

  test('cast at once, through two boxes on one store, answer it once', async () => {
    const shared = options();
    const [first, second, hooks] = [ballotBox(shared), ballotBox(shared), asking()];
    const stood = await Promise.all([
      first.cast(hooks, 't', yes('ada')),
      second.cast(hooks, 't', yes('bob')),
      first.cast(hooks, 't', no('eve')),
    ]);
    expect(stood.at(-1)).toMatchObject({ kind: 'approved' });
    expect(hooks.answers).toHaveLength(1);
  });

  test('decide as the votes say, in whatever order', async () => {
    const votes = fc.array(fc.tuple(fc.constantFrom('ada', 'bob', 'eve'), fc.boolean()), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(votes, async (cast) => {
        const [box, hooks] = [ballotBox(options()), asking()];
        for (const [by, approved] of cast) await box.cast(hooks, 't', { by, approved });
        const first = new Map(cast.toReversed());
        const said = [...first.values()];
        const yeses = said.filter(Boolean).length;
        const expected = yeses >= 2 ? [true] : said.length - yeses >= 2 ? [false] : [];
        expect(hooks.answers.map(({ approved }) => approved)).toEqual(expected);
      }),
    );
  });
});

describe('a vote that changes the value', () => {
  const change = { id: 'call_1', name: 'refund', args: { cents: 1 } };

  test('begins a round of its own, and the changed value is what is approved', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    await box.cast(hooks, 't', yes('ada'));
    expect(await box.cast(hooks, 't', yes('bob', { change }))).toMatchObject({
      kind: 'open',
      round: 1,
      yes: ['bob'],
      change,
    });
    expect(await box.cast(hooks, 't', yes('ada', { round: 1 }))).toMatchObject({
      kind: 'approved',
    });
    expect(hooks.answers).toEqual([{ approved: true, by: 'bob, ada', change }]);
  });

  test('leaves votes about the value before it behind', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    await box.cast(hooks, 't', no('eve'));
    await box.cast(hooks, 't', yes('bob', { change }));
    await expect(box.cast(hooks, 't', yes('ada'))).rejects.toThrow('[vote_stale]');
    expect(await box.cast(hooks, 't', yes('eve', { round: 1 }))).toMatchObject({
      kind: 'open',
      no: ['eve'],
    });
    expect(hooks.answers).toEqual([]);
  });

  test('comes too often to be approved', async () => {
    const [box, hooks] = [ballotBox(options()), asking()];
    for (let round = 0; round < 4; round++)
      await box.cast(
        hooks,
        't',
        yes(round % 2 === 0 ? 'ada' : 'bob', { change: { round }, round }),
      );
    expect(hooks.answers).toMatchObject([{ approved: false }]);
  });
});

test('a token that was never given is no vote about anything', async () => {
  const hooks = createHooks();
  const box = ballotBox({ ...options(), needed: 1 });
  expect(await box.cast(hooks, 'made-up', yes('ada'))).toMatchObject({ kind: 'approved' });
  await expect(hooks.resume('made-up', { approved: true })).rejects.toThrow('token_unknown');
  await hooks.close();
});

test('a failure of the store or of the registry reaches whoever votes', async () => {
  const hooks = { resume: () => Promise.reject(new Error('gone')) };
  const box = ballotBox({ ...options(), needed: 1 });
  await expect(box.cast(hooks, 't', yes('ada'))).rejects.toThrow('gone');
});

test.each<[object]>([
  [{ needed: 0 }],
  [{ needed: 4 }],
  [{ needed: 1.5 }],
  [{ voters: [] }],
  [{ voters: ['ada', ''] }],
  [{ voters: ['ada', 'Ada', 'bob'] }],
  [{ voters: 'ada' }],
  [{ store: undefined }],
  [{ keptMs: 0 }],
])('options with %j are refused', (wrong) => {
  expect(() => ballotBox({ ...options(), ...wrong })).toThrow('[invalid_option]');
});
