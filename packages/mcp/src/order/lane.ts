import type { Id } from '../messages/to-contract.ts';

/** How a message may move: answers overtake held requests, since the check of a request may wait for an answer. */
export type LaneKind = 'request' | 'notification' | 'answer';

/** The place of one message in its lane. */
export interface Place {
  readonly kind: LaneKind;
  /** The ids of the requests it carries. */
  readonly ids: readonly Id[];
  /** What happens to the message when it is given up. */
  readonly givenUp: (reason: GivenUp) => void;
}

/** Why a held message went nowhere. */
export type GivenUp = 'cancelled' | 'closed';

interface Waiting extends Place {
  go: (() => void) | undefined;
}

/** Keeps the messages of one direction in order, however long the check of each takes. */
export class Lane {
  #waiting: Waiting[] = [];

  /** True when nothing is held. */
  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Takes a place after all messages that are held. */
  enter(place: Place): Place {
    this.#waiting.push({ ...place, go: undefined });
    return this.#waiting.at(-1)!;
  }

  /** Lets a message go as soon as those before it allow; false if it was given up. */
  release(place: Place, go: () => void): boolean {
    const held = this.#waiting.find((waiting) => waiting === place);
    if (held === undefined) return false;
    held.go = go;
    this.#advance();
    return true;
  }

  /** Gives up the held request of this id; false when none is held. */
  cancel(id: Id): boolean {
    const held = this.#waiting.find(({ ids }) => ids.length === 1 && ids[0] === id);
    if (held !== undefined) this.giveUp(held, 'cancelled');
    return held !== undefined;
  }

  giveUp(place: Place, reason: GivenUp): void {
    if (!this.#waiting.includes(place as Waiting)) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== place);
    place.givenUp(reason);
    this.#advance();
  }

  /** Gives up everything that is held. */
  clear(): void {
    const held = this.#waiting;
    this.#waiting = [];
    for (const { givenUp } of held) givenUp('closed');
  }

  #advance(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      next.go?.();
    }
  }

  /** The first message that may go now. */
  #next(): Waiting | undefined {
    let something = false;
    let undecided = false;
    for (const waiting of this.#waiting) {
      const blocked = waiting.kind === 'answer' ? undecided : something;
      if (waiting.go !== undefined && !blocked) return waiting;
      something = true;
      undecided ||= waiting.kind === 'answer' || (waiting.kind === 'notification' && !waiting.go);
    }
    return undefined;
  }
}
