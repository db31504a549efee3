/** The parts of a text that a window holds back, as they came. */
export class WaitingParts<Part> {
  readonly #waiting: { readonly part: Part; readonly length: number }[] = [];

  add(part: Part, { length }: string): void {
    this.#waiting.push({ part, length });
  }

  /** Takes those whose whole text stands before the cut, and tells where it ends. */
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
