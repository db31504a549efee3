/** Gives ids short names by order of first sight. */
export class IdNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name of this id, the same every time. */
  of(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = `${this.#prefix}${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  }
}
