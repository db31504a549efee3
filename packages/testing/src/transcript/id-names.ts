/** Gives ids short names in order of first use. */
export class IdNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the name of this id, always the same. */
  of(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = `${this.#prefix}${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  }
}
