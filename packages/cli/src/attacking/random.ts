import { createHash } from 'node:crypto';

/** Pseudo-random values that are the same for the same seed and place on every machine. */
export class Random {
  readonly #seed: string;

  constructor(...seed: readonly (string | number)[]) {
    this.#seed = seed.join('\0');
  }

  /** Returns an integer from 0 up to, but not including, the limit. */
  below(limit: number, place: string): number {
    return createHash('sha256').update(`${this.#seed}\0${place}`).digest().readUInt32BE(0) % limit;
  }

  /** Returns a text of this many digits. */
  digits(count: number, place: string): string {
    return Array.from({ length: count }, (_, at) => this.below(10, `${place}.${at}`)).join('');
  }

  /** Returns a text of this many lowercase letters. */
  letters(count: number, place: string): string {
    const letter = (at: number): string =>
      String.fromCharCode(97 + this.below(26, `${place}.${at}`));
    return Array.from({ length: count }, (_, at) => letter(at)).join('');
  }
}
