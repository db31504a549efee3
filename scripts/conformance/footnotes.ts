/** Notes under a table, numbered by their first mention; the same text is one note. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();

  /** The mark of a note, to stand behind what it is about. */
  mark(text: string): string {
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return `<sup>${number}</sup>`;
  }

  /** All notes as a numbered list. */
  render(): string {
    return [...this.#numbers].map(([text, number]) => `${number}. ${text}`).join('\n');
  }
}
