import type { ApprovalAnswer } from '@interpose/core';

/** The name of a voter. */
export type VoterName = string;

/** The answer of one voter; undefined when it was no valid answer, which counts as a no. */
export interface Vote {
  readonly voter: VoterName;
  readonly answer: ApprovalAnswer | undefined;
}

/** The state of a ballot on one value. */
export type Standing =
  | { readonly kind: 'open' }
  | { readonly kind: 'approved'; readonly by: readonly string[] }
  | {
      readonly kind: 'refused';
      readonly by: readonly string[];
      readonly reason: string | undefined;
    }
  /** A yes to another value. Earlier votes were about a different value. */
  | {
      readonly kind: 'changed';
      readonly voter: VoterName;
      readonly by: string;
      readonly value: unknown;
    };

/** The votes on one value: `needed` different people must say yes. */
export class Ballot {
  readonly #needed: number;
  /** The voters who have not answered. */
  readonly #silent: Set<VoterName>;
  /** The people who said yes, by identity, each with the name to report. */
  readonly #yes = new Map<string, string>();
  readonly #no: string[] = [];
  #reason: string | undefined;

  constructor(needed: number, voters: readonly VoterName[]) {
    this.#needed = needed;
    this.#silent = new Set(voters);
  }

  /** Counts one vote; a second vote of the same voter does not count. */
  count({ voter, answer }: Vote): Standing {
    if (!this.#silent.delete(voter)) return this.standing;
    // A vote cannot be suspended either: that is a no.
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

  /** Counts a yes of this person to the value. */
  accept(by: string): void {
    const identity = identityOf(by);
    if (!this.#yes.has(identity)) this.#yes.set(identity, by);
  }

  /** Ends the ballot; silence counts as no. */
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

/** Returns the identity under which a person counts once, however the name is written. Callers may have no types. */
export function identityOf(by: unknown): string {
  return String(by).normalize('NFKC').trim().toLowerCase();
}

function nameIn(by: string | undefined): string | undefined {
  return by === undefined || by.trim() === '' ? undefined : by;
}
