import { InterposeError, type AnyVerdict } from '@interpose/core';

const LONGEST_KEY = 4096;

/** Remembers decisions by their whole input, and drops the least recently used first. */
export class DecisionCache<Decision extends object = AnyVerdict> {
  readonly #limit: number;
  readonly #known = new Map<string, Decision>();

  /**
   * @param entries the number of decisions to keep, each with up to 4096 characters of input; 0 keeps none.
   * @throws InterposeError `invalid_option`.
   */
  constructor(entries: number) {
    if (!Number.isSafeInteger(entries) || entries < 0)
      throw new InterposeError(
        'invalid_option',
        `cache is ${String(entries)}`,
        'pass how many decisions to keep, or 0',
      );
    this.#limit = entries;
  }

  /** Returns the decision for this input, and makes it if it is not known. */
  decide(input: string, make: () => Decision): Decision {
    if (this.#limit === 0 || input.length > LONGEST_KEY) return make();
    const known = this.#known.get(input);
    const verdict = known ?? make();
    if (known !== undefined) this.#known.delete(input);
    else if (this.#known.size >= this.#limit) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(input, verdict);
    return verdict;
  }
}
