import type { ApprovalAnswer } from '@interpose/core';

/** Who may vote, under the name they are known by. */
export type VoterName = string;

/** What one voter said; undefined for what is no answer, which is a no. */
export interface Vote {
  readonly voter: VoterName;
  readonly answer: ApprovalAnswer | undefined;
}

/** Where a ballot about one value stands. */
export type Standing =
  | { readonly kind: 'open' }
  | { readonly kind: 'approved'; readonly by: readonly string[] }
  | {
      readonly kind: 'refused';
      readonly by: readonly string[];
      readonly reason: string | undefined;
    }
  /** A yes to another value: what was said before was said about something else. */
  | {
      readonly kind: 'changed';
      readonly voter: VoterName;
      readonly by: string;
      readonly value: unknown;
    };

/** The votes about one value: so many different people must say yes. */
export class Ballot {
  readonly #needed: number;
  /** Voters who have not answered. */
  readonly #silent: Set<VoterName>;
  /** Who said yes, by the identity that counts once, with the name that is told. */
  readonly #yes = new Map<string, string>();
  readonly #no: string[] = [];
  #reason: string | undefined;

  constructor(needed: number, voters: readonly VoterName[]) {
    this.#needed = needed;
    this.#silent = new Set(voters);
  }

  /** Counts one vote; a voter's second one does not count. */
  count({ voter, answer }: Vote): Standing {
    if (!this.#silent.delete(voter)) return this.standing;
    // Nor may a vote be put off.
    const said =
      answer === undefined || 'suspend' in answer ? ({ approved: false } as const) : answer;
    const by = nameIn(said.by) ?? voter;
    if (!said.approved) {
      this.#no.push(by);
      this.#reason ??= said.reason;
      return this.standing;
    }
    if (said.change !== undefined) return { kind: 'changed', voter, by, value: said.change };
    this.accept(by);
    return this.standing;
  }

  /** Counts somebody's yes to this value. */
  accept(by: string): void {
    const identity = identityOf(by);
    if (!this.#yes.has(identity)) this.#yes.set(identity, by);
  }

  /** Silence counts as no. */
  close(): Standing {
    this.#silent.clear();
    return this.standing;
  }

  get standing(): Standing {
    if (this.#yes.size >= this.#needed) return { kind: 'approved', by: [...this.#yes.values()] };
    return this.#yes.size + this.#silent.size < this.#needed
      ? { kind: 'refused', by: this.#no, reason: this.#reason }
      : { kind: 'open' };
  }
}

/** Under what one person counts once, however their name is written. */
export function identityOf(by: string): string {
  return by.normalize('NFKC').trim().toLowerCase();
}

function nameIn(by: string | undefined): string | undefined {
  return by === undefined || by.trim() === '' ? undefined : by;
}
