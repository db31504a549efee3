import { spend } from '../../shared/budget/work-budget.ts';
import { bareText, wordsOf } from '../text/normal-text.ts';

/** Letters and digits in a row that two texts hardly share by chance. */
const RUN = 12;
/** How far apart the stored runs begin: every shared run of RUN + STRIDE - 1 is found, and many shorter ones. */
const STRIDE = 6;
/** A shorter value counts only as whole words. */
const SHORTEST_PART = 6;
/** Letters of a word on average: one much longer is a text without spaces. */
const LONG_WORD = 6;

/** What a question and a character that is searched cost, in units of work. */
const PER_QUESTION = 2;
const PER_SEARCHED = 0.01;

/** One text, prepared for the question what a value has in common with it. */
export class TaintIndex {
  readonly #bare: string;
  readonly #runs = new Set<string>();
  readonly #words: ReadonlySet<string>;
  readonly #pairs = new Set<string>();

  constructor(text: string) {
    const bare = (this.#bare = bareText(text));
    for (let at = 0; at + RUN <= bare.length; at += STRIDE)
      this.#runs.add(bare.slice(at, at + RUN));
    const words = wordsOf(text);
    this.#words = new Set(words);
    for (let at = 1; at < words.length; at++) this.#pairs.add(`${words[at - 1]!} ${words[at]!}`);
  }

  /** True when the whole value stands in the text, as `bareText` and `wordsOf` give it. */
  holds(bare: string, words: readonly string[]): boolean {
    spend(PER_QUESTION + this.#bare.length * PER_SEARCHED);
    if (bare.length < SHORTEST_PART) return words.every((word) => this.#words.has(word));
    return this.#bare.includes(bare);
  }

  /** Whether the text may have this run of letters: certain for one of its stored runs. */
  hasRun(run: string): boolean {
    spend(PER_QUESTION);
    return this.#runs.has(run);
  }

  hasWord(word: string): boolean {
    spend(PER_QUESTION);
    return this.#words.has(word);
  }

  hasPair(pair: string): boolean {
    return this.#pairs.has(pair);
  }

  /** True when these words stand in the text in a row. */
  holdsRun(words: readonly string[]): boolean {
    spend(PER_QUESTION + this.#bare.length * PER_SEARCHED);
    return this.#bare.includes(words.join(''));
  }

  /** The runs of `most + 1` of these words that stand in the text in a row; a word as long as that many counts as one. */
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
 * True when the value, or a telling part of it, stands in a foreign text, whatever its case and separators; what known
 * texts have too is left aside.
 */
export function derives(
  value: string,
  foreign: readonly TaintIndex[],
  known: readonly TaintIndex[],
): boolean {
  const bare = bareText(value);
  const words = wordsOf(value);
  if (bare === '' || known.some((text) => text.holds(bare, words))) return false;
  return (
    foreign.some((text) => text.holds(bare, words)) ||
    sharesRun(bare, foreign, known) ||
    sharesWords(words, foreign, known)
  );
}

function sharesRun(
  bare: string,
  foreign: readonly TaintIndex[],
  known: readonly TaintIndex[],
): boolean {
  for (let at = 0; at + RUN <= bare.length; at++) {
    const run = bare.slice(at, at + RUN);
    if (!foreign.some((text) => text.hasRun(run))) continue;
    if (!known.some((text) => text.holds(run, []))) return true;
  }
  return false;
}

function sharesWords(
  words: readonly string[],
  foreign: readonly TaintIndex[],
  known: readonly TaintIndex[],
): boolean {
  const isKnown = (word: string): boolean => known.some((text) => text.hasWord(word));
  return words.some((word, at) => {
    if (isTelling(word) && foreign.some((text) => text.hasWord(word)) && !isKnown(word))
      return true;
    if (at === 0) return false;
    const before = words[at - 1]!;
    const pair = `${before} ${word}`;
    if (pair.length <= SHORTEST_PART || !foreign.some((text) => text.hasPair(pair))) return false;
    return !(isKnown(before) && isKnown(word));
  });
}

/** Numbers and names of machines, accounts and files say where they come from even alone. */
function isTelling(word: string): boolean {
  return word.length >= SHORTEST_PART && /\p{N}/u.test(word);
}
