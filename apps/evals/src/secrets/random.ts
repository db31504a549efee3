/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from the first to the last. */
  between(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }

  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet[this.between(0, alphabet.length - 1)]).join('');
  }

  hex(length: number): string {
    return this.text(length, '0123456789abcdef');
  }

  letters(length: number): string {
    return this.text(length, `${UPPER}${LOWER}${DIGITS}`);
  }

  upper(length: number): string {
    return this.text(length, `${UPPER}${DIGITS}`);
  }

  /** As in base64 for URLs. */
  url(length: number): string {
    return this.text(length, `${UPPER}${LOWER}${DIGITS}-_`);
  }

  base64(length: number): string {
    return this.text(length, `${UPPER}${LOWER}${DIGITS}+/`);
  }
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
