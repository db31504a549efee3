import { spend } from '../../shared/budget/work-budget.ts';
import { bareText, wordsOf } from '../text/normal-text.ts';

/** The letters and digits in a row that two texts hardly share by chance. */
const RUN = 12;
/** The distance between stored runs: every shared run of RUN + STRIDE - 1 is found, and many shorter ones. */
const STRIDE = 6;
/** Shorter values count only as whole words. */
const SHORTEST_PART = 6;
/** The average letters of a word; a much longer word is a text without spaces. */
const LONG_WORD = 6;

/** The cost of a question, and of a character that is searched, in units of work. */
const PER_QUESTION = 2;
const PER_SEARCHED = 0.01;

/** A text in the form for comparing: its letters and digits, and its words. */
export class BareText {
  readonly bare: string;
  readonly words: readonly string[];

  constructor(text: string) {
    this.bare = bareText(text);
    this.words = wordsOf(text);
  }

  /** Whether the text contains the whole value, given as `bareText` and `wordsOf` of it. */
  holds(bare: string, words: readonly string[]): boolean {
    spend(PER_QUESTION + this.bare.length * PER_SEARCHED);
    if (bare.length < SHORTEST_PART) return words.every((word) => this.words.includes(word));
    return this.bare.includes(bare);
  }
}

/**
 * Texts, indexed for what a value has in common with them. A question takes as long for a thousand texts as for one,
 * except for whole values, which are searched.
 */
export class TaintIndex {
  readonly #texts: BareText[] = [];
  readonly #added = new WeakSet<BareText>();
  readonly #runs = new Set<string>();
  readonly #words = new Set<string>();
  readonly #pairs = new Set<string>();

  /** Adds a text, once. */
  add(text: BareText): void {
    if (this.#added.has(text)) return;
    this.#added.add(text);
    this.#texts.push(text);
    const { bare, words } = text;
    for (let at = 0; at + RUN <= bare.length; at += STRIDE)
      this.#runs.add(bare.slice(at, at + RUN));
    for (const [at, word] of words.entries()) {
      this.#words.add(word);
      if (at > 0) this.#pairs.add(`${words[at - 1]!} ${word}`);
    }
  }

  /** Whether one of the texts contains the whole value, given as `bareText` and `wordsOf` of it. */
  holds(bare: string, words: readonly string[]): boolean {
    return this.#texts.some((text) => text.holds(bare, words));
  }

  /** Whether a text has this run of letters. Certain only for stored runs. */
  hasRun(run: string): boolean {
    spend(PER_QUESTION);
    return this.#runs.has(run);
  }

  hasWord(word: string): boolean {
    spend(PER_QUESTION);
    return this.#words.has(word);
  }

  hasPair(pair: string): boolean {
    spend(PER_QUESTION);
    return this.#pairs.has(pair);
  }

  /** Whether one of the texts contains these words in a row. */
  holdsRun(words: readonly string[]): boolean {
    const run = words.join('');
    return this.#texts.some(({ bare }) => {
      spend(PER_QUESTION + bare.length * PER_SEARCHED);
      return bare.includes(run);
    });
  }

  /** Returns the runs of `most + 1` of these words that occur in a text; a word of that length counts as a run. */
  sharedRuns(words: readonly string[], most: number): readonly (readonly string[])[] {
    const runs: (readonly string[])[] = [];
    let length = 0;
    for (const [at, word] of words.entries()) {
      spend(PER_QUESTION);
      length = at > 0 && this.#pairs.has(`${words[at - 1]!} ${word}`) ? length + 1 : 1;
      const run = length > most ? words.slice(at - most, at + 1) : [word];
      if ((run.length > 1 || most === 0 || word.length > most * LONG_WORD) && this.holdsRun(run))
        runs.push(run);
    }
    return runs;
  }
}

/**
 * Whether the value, or a characteristic part of it, occurs in a foreign text, in any case and with any separators.
 * Parts that known texts have too do not count.
 */
export function derives(value: string, foreign: TaintIndex, known: TaintIndex): boolean {
  const bare = bareText(value);
  const words = wordsOf(value);
  if (bare === '' || known.holds(bare, words)) return false;
  return (
    foreign.holds(bare, words) ||
    sharesRun(bare, foreign, known) ||
    sharesWords(words, foreign, known)
  );
}

function sharesRun(bare: string, foreign: TaintIndex, known: TaintIndex): boolean {
  for (let at = 0; at + RUN <= bare.length; at++) {
    const run = bare.slice(at, at + RUN);
    if (foreign.hasRun(run) && !known.holds(run, [])) return true;
  }
  return false;
}

function sharesWords(words: readonly string[], foreign: TaintIndex, known: TaintIndex): boolean {
  return words.some((word, at) => {
    if (isTelling(word) && foreign.hasWord(word) && !known.hasWord(word)) return true;
    if (at === 0) return false;
    const before = words[at - 1]!;
    const pair = `${before} ${word}`;
    if (pair.length <= SHORTEST_PART || !foreign.hasPair(pair)) return false;
    return !(known.hasWord(before) && known.hasWord(word));
  });
}

/** Whether a word shows its source by itself: names of machines, accounts and files, and numbers do. */
function isTelling(word: string): boolean {
  return word.length >= SHORTEST_PART && /\p{N}/u.test(word);
}
