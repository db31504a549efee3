/** The parts of a text that a window holds back, in the form in which they came. */
export class WaitingParts<Part> {
  readonly #waiting: { readonly part: Part; readonly length: number }[] = [];

  add(part: Part, { length }: string): void {
    this.#waiting.push({ part, length });
  }

  /** Removes the parts whose whole text is before the cut. Returns them, and the place where their text ends. */
  take(cut: number): { readonly parts: Part[]; readonly end: number } {
    let end = 0;
    let count = 0;
    for (const { length } of this.#waiting) {
      if (end + length > cut) break;
      end += length;
      count++;
    }
    return { parts: this.#waiting.splice(0, count).map(({ part }) => part), end };
  }
}
