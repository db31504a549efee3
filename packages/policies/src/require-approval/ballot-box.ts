import { checkOptions, InterposeError, type Hooks } from '@interpose/core';

import { identityOf } from './ballot.ts';
import type { BallotBoxOptions, CastVote, VoteStanding } from './ballot-box-options.ts';
import { checkBallotBox } from './check-ballot-box.ts';
import { countVote, standingOf, type StoredVotes } from './stored-votes.ts';

const VOTE = Object.keys({
  by: true,
  approved: true,
  reason: true,
  change: true,
  round: true,
} satisfies Record<keyof CastVote, true>);
const OPTIONS = Object.keys({
  needed: true,
  voters: true,
  store: true,
  keptMs: true,
} satisfies Record<keyof BallotBoxOptions, true>);

/**
 * Collects the votes about suspended calls.
 *
 * @example
 * const box: BallotBox = ballotBox({ needed: 2, voters: ['ada', 'bob'], store: memoryStore() });
 */
export interface BallotBox {
  /** Counts a vote, and answers the suspended ask once the vote is decided. */
  cast(hooks: Pick<Hooks, 'resume'>, token: string, vote: CastVote): Promise<VoteStanding>;
  standing(token: string): Promise<VoteStanding>;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * A quorum for suspended calls: votes are kept under the token of the ask until they decide it.
 *
 * @example
 * const box = ballotBox({ needed: 2, voters: ['ada', 'bob', 'eve'], store: memoryStore() });
 * await box.cast(hooks, token, { by: 'ada', approved: true }); // { kind: 'open', … }
 * await box.cast(hooks, token, { by: 'bob', approved: true }); // { kind: 'approved', … }, and hooks.resume was called
 * @throws InterposeError `invalid_option` for options that cannot decide anything; `voter_unknown` and `vote_stale` from `cast`, which takes no odd vote either.
 */
export function ballotBox(options: BallotBoxOptions): BallotBox;
export function ballotBox(options: BallotBoxOptions, ...more: readonly unknown[]): BallotBox {
  checkOptions('ballotBox', options ?? null, OPTIONS, more);
  checkBallotBox(options);
  const { needed, voters, store, keptMs = WEEK_MS } = options;
  const known = new Set(voters.map(identityOf));
  return {
    async cast(hooks, token, vote) {
      checkOptions('a vote', vote ?? null, VOTE);
      const by = identityOf(vote.by);
      if (!known.has(by)) throw refusal('voter_unknown', `${by.slice(0, 64)} has no vote here`);
      let isStale = false;
      const votes = (await store.update(
        keyOf(token),
        (current) => {
          const before = current as StoredVotes | undefined;
          isStale = (vote.round ?? 0) !== (before?.round ?? 0);
          return isStale ? before : countVote(before, { ...vote, by }, needed, known);
        },
        keptMs,
      )) as StoredVotes | undefined;
      if (isStale) throw refusal('vote_stale', 'the value was changed since');
      const standing = standingOf(votes, known);
      if (standing.kind !== 'open') await answer(hooks, token, standing, votes?.reason);
      return standing;
    },
    async standing(token) {
      return standingOf((await store.get(keyOf(token))) as StoredVotes | undefined, known);
    },
  };
}

/** Answers the ask. A crash may make this happen twice for one vote; the token works once. */
async function answer(
  hooks: Pick<Hooks, 'resume'>,
  token: string,
  { kind, yes, no, change }: VoteStanding,
  reason: string | undefined,
): Promise<void> {
  const approved = kind === 'approved';
  try {
    await hooks.resume(token, {
      approved,
      by: (approved ? yes : no).join(', '),
      ...(approved && change !== undefined ? { change } : {}),
      ...(!approved && reason !== undefined ? { reason } : {}),
    });
  } catch (error) {
    if (!InterposeError.isInstance(error) || error.code !== 'token_unknown') throw error;
  }
}

function keyOf(token: string): string {
  return `require-approval:votes:${token}`;
}

function refusal(code: string, problem: string): InterposeError {
  return new InterposeError(code, problem, 'show the voter where the vote stands');
}
