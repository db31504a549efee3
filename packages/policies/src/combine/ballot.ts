import type { BaseContext, DenyVerdict } from '@interpose/core';

import type { EventFacts } from '../shared/events/event-facts.ts';
import { Vote } from './vote.ts';

/** The votes of all members of one `some` at one step. */
export class Ballot {
  readonly votes: readonly Vote[];

  constructor(members: number, facts: EventFacts | undefined) {
    this.votes = Array.from({ length: members }, () => new Vote(facts));
  }

  /** The first member with the weakest verdict; undefined when all deny. */
  get chosen(): number | undefined {
    const strengths = this.votes.map((vote) => vote.strength);
    const weakest = Math.min(...strengths);
    return weakest === 4 ? undefined : strengths.indexOf(weakest);
  }

  /** The common deny when every member denies: the first one if all are the same, else their reasons together. */
  get denial(): DenyVerdict {
    const denials = this.votes.flatMap(({ deny }) => deny ?? []);
    const [first] = denials;
    const reasons = [...new Set(denials.map(({ reason }) => reason))];
    const codes = [...new Set(denials.map(({ code }) => code))];
    if (first !== undefined && reasons.length === 1 && codes.length === 1) return first;
    const code = codes.length === 1 ? codes[0] : 'none_passed';
    const message = denials.find((denial) => denial.message !== undefined)?.message;
    return {
      decision: 'deny',
      reason: reasons.join('; '),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
    };
  }
}

/** The ballots of one `some` at one event, one for each dispatch. All hooks of a dispatch share its metadata object. */
export class Ballots {
  readonly #open = new WeakMap<object, Ballot>();
  readonly #members: number;
  readonly #facts: EventFacts | undefined;

  constructor(members: number, facts: EventFacts | undefined) {
    this.#members = members;
    this.#facts = facts;
  }

  of({ metadata }: BaseContext): Ballot {
    const open = this.#open.get(metadata);
    if (open !== undefined) return open;
    const ballot = new Ballot(this.#members, this.#facts);
    this.#open.set(metadata, ballot);
    return ballot;
  }

  /** Forgets the ballot of a dispatch: when an approver changes the value, the chain runs again with a new ballot. */
  close({ metadata }: BaseContext): void {
    this.#open.delete(metadata);
  }
}
