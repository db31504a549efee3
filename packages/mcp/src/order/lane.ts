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
  /** In order; a set, since others may send far more messages than a list could be searched for. */
  readonly #waiting = new Set<Waiting>();
  /** The held requests that came alone, by their ids: a batch cannot be given up in part. */
  readonly #requests = new Map<Id, Set<Waiting>>();
  /** How many of them are answers, which alone may overtake. */
  #answers = 0;

  /** True when nothing is held. */
  get idle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Takes a place after all messages that are held. */
  enter(place: Place): Place {
    const waiting: Waiting = { ...place, go: undefined };
    this.#waiting.add(waiting);
    const [id, another] = place.ids;
    if (id !== undefined && another === undefined) this.#note(id, waiting);
    if (place.kind === 'answer') this.#answers += 1;
    return waiting;
  }

  /** Lets a message go as soon as those before it allow; false if it was given up. */
  release(place: Place, go: () => void): boolean {
    const held = place as Waiting;
    if (!this.#waiting.has(held)) return false;
    held.go = go;
    this.#advance();
    return true;
  }

  /** Gives up the held request of this id; false when none is held. */
  cancel(id: Id): boolean {
    const [held] = this.#requests.get(id) ?? [];
    if (held !== undefined) this.giveUp(held, 'cancelled');
    return held !== undefined;
  }

  giveUp(place: Place, reason: GivenUp): void {
    if (!this.#leave(place as Waiting)) return;
    place.givenUp(reason);
    this.#advance();
  }

  /** Gives up everything that is held. */
  clear(): void {
    const held = [...this.#waiting];
    this.#waiting.clear();
    this.#requests.clear();
    this.#answers = 0;
    for (const { givenUp } of held) givenUp('closed');
  }

  #advance(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#leave(next);
      next.go?.();
    }
  }

  /** Several requests may have one id, since a peer chooses it: the first is given up first. */
  #note(id: Id, waiting: Waiting): void {
    const known = this.#requests.get(id);
    if (known === undefined) this.#requests.set(id, new Set([waiting]));
    else known.add(waiting);
  }

  #leave(waiting: Waiting): boolean {
    if (!this.#waiting.delete(waiting)) return false;
    if (waiting.kind === 'answer') this.#answers -= 1;
    const [id] = waiting.ids;
    const alike = id === undefined ? undefined : this.#requests.get(id);
    alike?.delete(waiting);
    if (alike?.size === 0) this.#requests.delete(id!);
    return true;
  }

  /** The first message that may go now. */
  #next(): Waiting | undefined {
    let something = false;
    let undecided = false;
    for (const waiting of this.#waiting) {
      if (undecided || (something && this.#answers === 0)) return undefined;
      const blocked = waiting.kind === 'answer' ? undecided : something;
      if (waiting.go !== undefined && !blocked) return waiting;
      something = true;
      undecided = waiting.kind === 'answer' || (waiting.kind === 'notification' && !waiting.go);
    }
    return undefined;
  }
}
