import type { CastVote, VoteStanding } from './ballot-box-options.ts';

/** The votes on one suspended ask in the store: small, and JSON. */
export interface StoredVotes {
  readonly kind: VoteStanding['kind'];
  readonly round: number;
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** The reason of the first no that gave one. */
  readonly reason?: string;
  readonly change?: unknown;
}

const MOST_ROUNDS = 4;
const NONE: StoredVotes = { kind: 'open', round: 0, yes: [], no: [] };

/** Counts one vote in this round. A second vote of the same voter, or a vote after the decision, changes nothing. */
export function countVote(
  votes: StoredVotes | undefined,
  { by, approved, reason, change }: CastVote,
  needed: number,
  voters: number,
): StoredVotes {
  const before = votes ?? NONE;
  if (before.kind !== 'open' || before.yes.includes(by) || before.no.includes(by)) return before;
  // Anything but a plain yes is a no.
  if ((approved as unknown) !== true) {
    const no = [...before.no, by];
    const told = before.reason ?? (typeof reason === 'string' ? reason : undefined);
    return decided(
      { ...before, no, ...(told === undefined ? {} : { reason: told }) },
      needed,
      voters,
    );
  }
  if (change === undefined) return decided({ ...before, yes: [...before.yes, by] }, needed, voters);
  const round = before.round + 1;
  const next: StoredVotes = { ...before, round, yes: [by], change };
  return round < MOST_ROUNDS
    ? decided(next, needed, voters)
    : { ...next, yes: [], kind: 'refused' };
}

/** Returns the state of these votes in its public form. */
export function standingOf(votes: StoredVotes | undefined): VoteStanding {
  const { kind, round, yes, no, change } = votes ?? NONE;
  return { kind, round, yes, no, ...(change === undefined ? {} : { change }) };
}

function decided(votes: StoredVotes, needed: number, voters: number): StoredVotes {
  if (votes.yes.length >= needed) return { ...votes, kind: 'approved' };
  return voters - votes.no.length < needed ? { ...votes, kind: 'refused' } : votes;
}
