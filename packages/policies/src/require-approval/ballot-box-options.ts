import type { StateStore } from '@interpose/core';

/**
 * The voters on suspended calls, and the store of their votes.
 *
 * @example
 * const options: BallotBoxOptions = { needed: 2, voters: ['ada', 'bob', 'eve'], store: memoryStore() };
 */
export interface BallotBoxOptions {
  /** The number of different voters who must say yes. */
  readonly needed: number;
  readonly voters: readonly string[];
  /** The store of the votes. Use that of the registry if votes must outlive this process. */
  readonly store: StateStore;
  /** Milliseconds that votes are kept. Default: seven days, as the registry keeps suspended calls. */
  readonly keptMs?: number;
}

/**
 * The vote of one person on a suspended call. Check the person's identity before you cast it.
 *
 * @example
 * const vote: CastVote = { by: 'ada', approved: true, round: 0 };
 */
export interface CastVote {
  readonly by: string;
  readonly approved: boolean;
  readonly reason?: string;
  /** A different value. It starts the next round, in which the others vote on it. */
  readonly change?: unknown;
  /** The round whose value the voter saw. Default: 0, before any change. */
  readonly round?: number;
}

/**
 * The state of the vote on one suspended call.
 *
 * @example
 * const isOver = ({ kind }: VoteStanding): boolean => kind !== 'open';
 */
export interface VoteStanding {
  readonly kind: 'open' | 'approved' | 'refused';
  readonly round: number;
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** The value of this round, if somebody changed it. */
  readonly change?: unknown;
}
