import type { StateStore } from '@interpose/core';

/**
 * Who votes about suspended calls, and where the votes are kept.
 *
 * @example
 * const options: BallotBoxOptions = { needed: 2, voters: ['ada', 'bob', 'eve'], store: memoryStore() };
 */
export interface BallotBoxOptions {
  /** How many different voters must say yes. */
  readonly needed: number;
  readonly voters: readonly string[];
  /** The same as the registry's, where votes have to outlive this process. */
  readonly store: StateStore;
  /** Milliseconds votes are kept: seven days, as the registry keeps what is suspended. */
  readonly keptMs?: number;
}

/**
 * What one voter says about a suspended call; check who it is before you cast it.
 *
 * @example
 * const vote: CastVote = { by: 'ada', approved: true, round: 0 };
 */
export interface CastVote {
  readonly by: string;
  readonly approved: boolean;
  readonly reason?: string;
  /** Another value; it begins the next round, in which the others vote about it. */
  readonly change?: unknown;
  /** The round whose value the voter saw: 0, until somebody changed it. */
  readonly round?: number;
}

/**
 * Where the vote about one suspended call stands.
 *
 * @example
 * const isOver = ({ kind }: VoteStanding): boolean => kind !== 'open';
 */
export interface VoteStanding {
  readonly kind: 'open' | 'approved' | 'refused';
  readonly round: number;
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** The value of this round, where somebody changed it. */
  readonly change?: unknown;
}
