import { isWithin } from '../text/hosts-in.ts';
import type { Entry } from './ledger.ts';
import { readEntry } from './read-entry.ts';
import { spacedNumber } from '../text/spaced-number.ts';
import { standsIn } from '../text/stands-in.ts';

/** The texts whose values are trusted. */
export class TrustedTexts {
  readonly #entries: readonly Entry[];
  #hosts: ReadonlySet<string> | undefined;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** Whether a text contains the value, given as `normalText` of it. */
  hold(value: string): boolean {
    return this.#entries.some((entry) => standsIn(value, readEntry(entry).normal));
  }

  /** Whether a text contains the number, in any grouping of its digits. */
  holdNumber(value: string): boolean {
    const pattern = spacedNumber(value);
    return (
      pattern !== undefined && this.#entries.some((entry) => pattern.test(readEntry(entry).normal))
    );
  }

  /** Whether a text names the host, or a host above it. */
  nameHost(host: string): boolean {
    this.#hosts ??= new Set(this.#entries.flatMap((entry) => readEntry(entry).hosts));
    return isWithin(host, this.#hosts);
  }

  /** Whether a text has the word, in singular or plural. */
  haveWord(word: string): boolean {
    const other = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
    return this.#entries.some((entry) => {
      const { words } = readEntry(entry);
      return words.has(word) || words.has(other);
    });
  }

  /** Whether the pattern matches a text. */
  match(pattern: RegExp): boolean {
    return this.#entries.some(({ text }) => pattern.test(text));
  }
}
