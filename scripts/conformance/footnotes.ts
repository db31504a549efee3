/** Notes under a table, numbered by first use; equal texts share one note. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();

  /** Returns the mark of a note, to place behind its subject. */
  mark(text: string): string {
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return `<sup>${number}</sup>`;
  }

  /** Renders all notes as a numbered list. */
  render(): string {
    return [...this.#numbers].map(([text, number]) => `${number}. ${text}`).join('\n');
  }
}
