import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '@interpose/core';

/** A call as an event tells of it; messages know the id alone. */
export type SeenCall = Pick<ToolCall, 'id'> & Partial<ToolCall>;

/**
 * Finds the calls of the model's last response again, in its order: frameworks run the calls of one
 * batch in any order, and models reuse ids, so that only the arguments or the order tell calls apart.
 */
export class BatchOrder {
  #calls: readonly ToolCall[] = [];
  readonly #met = new Map<string, number>();

  /** The model answered: its calls are the next batch. */
  begin(calls: readonly ToolCall[]): void {
    this.#calls = calls;
    this.#met.clear();
  }

  /** The place of a call in the response, from 1; 0 where the response holds none of this id. */
  placeOf(call: SeenCall, event: string, attempt: number): number {
    const sameId = this.#calls.filter(({ id }) => id === call.id);
    if (sameId.length < 2) return this.#numberOf(sameId[0]);
    const alike = sameId.filter(
      ({ name, args }) => name === call.name && isDeepStrictEqual(args, call.args),
    );
    const candidates = alike.length > 0 ? alike : sameId;
    const key = JSON.stringify([event, attempt, candidates.map((each) => this.#numberOf(each))]);
    const met = this.#met.get(key) ?? 0;
    this.#met.set(key, met + 1);
    return this.#numberOf(candidates[met % candidates.length]);
  }

  /** The call at a place, as the model asked for it. */
  at(place: number): ToolCall | undefined {
    return this.#calls[place - 1];
  }

  #numberOf(call: ToolCall | undefined): number {
    return call === undefined ? 0 : this.#calls.indexOf(call) + 1;
  }
}
