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

/**
 * Counts one vote in this round, and drops earlier ones of people who have no vote any more. A second vote of the same
 * voter counts for nothing, and one after the decision changes nothing.
 */
export function countVote(
  stored: StoredVotes | undefined,
  { by, approved, reason, change }: CastVote,
  needed: number,
  voters: ReadonlySet<string>,
): StoredVotes {
  const before = ownVotes(stored, voters);
  if (before.kind !== 'open') return before;
  if (before.yes.includes(by) || before.no.includes(by)) return decided(before, needed, voters);
  // Anything but a plain yes is a no.
  if ((approved as unknown) !== true) {
    const told = before.reason ?? (typeof reason === 'string' ? reason : undefined);
    return decided(
      { ...before, no: [...before.no, by], ...(told === undefined ? {} : { reason: told }) },
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

/** Returns the state of these votes in its public form: those of an open vote that people cast who have one now. */
export function standingOf(
  votes: StoredVotes | undefined,
  voters: ReadonlySet<string>,
): VoteStanding {
  const { kind, round, yes, no, change } = ownVotes(votes, voters);
  return { kind, round, yes, no, ...(change === undefined ? {} : { change }) };
}

function ownVotes(stored: StoredVotes | undefined, voters: ReadonlySet<string>): StoredVotes {
  // Some stores answer null for a missing key.
  const votes = stored ?? NONE;
  if (votes.kind !== 'open') return votes;
  const own = (names: readonly string[]): readonly string[] =>
    names.filter((name) => voters.has(name));
  return { ...votes, yes: own(votes.yes), no: own(votes.no) };
}

function decided(votes: StoredVotes, needed: number, voters: ReadonlySet<string>): StoredVotes {
  if (votes.yes.length >= needed) return { ...votes, kind: 'approved' };
  return voters.size - votes.no.length < needed ? { ...votes, kind: 'refused' } : votes;
}
