import { isWithin } from '../text/hosts-in.ts';
import type { Entry } from './ledger.ts';
import { readEntry } from './read-entry.ts';
import { spacedNumber } from '../text/spaced-number.ts';
import { standsIn } from '../text/stands-in.ts';

/** Texts whose values may be used. */
export class TrustedTexts {
  readonly #entries: readonly Entry[];
  #hosts: ReadonlySet<string> | undefined;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** True when the value, as `normalText` gives it, stands in one of the texts. */
  hold(value: string): boolean {
    return this.#entries.some((entry) => standsIn(value, readEntry(entry).normal));
  }

  /** True when a number stands in one of the texts, in whatever groups. */
  holdNumber(value: string): boolean {
    const pattern = spacedNumber(value);
    return (
      pattern !== undefined && this.#entries.some((entry) => pattern.test(readEntry(entry).normal))
    );
  }

  /** True when a text names the host, or one above it. */
  nameHost(host: string): boolean {
    this.#hosts ??= new Set(this.#entries.flatMap((entry) => readEntry(entry).hosts));
    return isWithin(host, this.#hosts);
  }

  /** True when a text has the word, be it one or many. */
  haveWord(word: string): boolean {
    const other = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
    return this.#entries.some((entry) => {
      const { words } = readEntry(entry);
      return words.has(word) || words.has(other);
    });
  }

  /** True when one of the texts has what the pattern looks for. */
  match(pattern: RegExp): boolean {
    return this.#entries.some(({ text }) => pattern.test(text));
  }
}
