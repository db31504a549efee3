import { parseBody, type Body } from '../../translate/native.ts';

/** The texts that an event does not share with those around it, by field, and the same event with others. */
export interface Variation {
  readonly texts: Readonly<Record<string, string>>;
  with(texts: Readonly<Record<string, string>>): Body;
}

/** What an event does not share with those around it; undefined for one that is not worth comparing. */
export type Vary = (data: Body) => Variation | undefined;

/** A text that stands for itself in JSON. */
const PLAIN = /^[^"\\\p{Cc}]*$/u;
const MISSES = 4;

/**
 * Reads an event by comparing it with the last one: most events of an answer differ in a text only, and the client
 * parses each of them once more. Whatever differs elsewhere is not read here.
 */
export class RepeatedEvent {
  readonly #vary: Vary;
  #variation: Variation | undefined;
  #names: readonly string[] = [];
  /** What stands before, between and behind the texts. */
  #between: readonly string[] = [];
  #misses = 0;

  constructor(vary: Vary) {
    this.#vary = vary;
  }

  /** What the event carries; undefined where it is not like the last one. */
  read(raw: string): Body | undefined {
    const [start] = this.#between;
    if (start === undefined || !raw.startsWith(start)) return undefined;
    const texts: Record<string, string> = {};
    let at = start.length;
    for (const [index, name] of this.#names.entries()) {
      const end = raw.indexOf('"', at);
      const next = this.#between[index + 1] ?? '';
      if (end === -1 || !raw.startsWith(next, end)) return undefined;
      const text = raw.slice(at, end);
      if (!PLAIN.test(text)) return undefined;
      texts[name] = text;
      at = end + next.length;
    }
    if (at !== raw.length) return undefined;
    this.#misses = 0;
    return this.#variation?.with(texts);
  }

  /** Takes an event as the one that the next are compared with; a stream whose events differ too much is left alone. */
  learn(raw: string, data: Body): void {
    const variation = this.#misses > MISSES ? undefined : this.#vary(data);
    this.#between = [];
    if (variation === undefined) return;
    this.#misses++;
    const places = Object.entries(variation.texts).map(([name, text]) => placeOf(raw, name, text));
    places.sort((first, second) => first.from - second.from);
    const cuts = [0, ...places.flatMap(({ from, to }) => [from, to]), raw.length];
    const between = places.map((_, index) => raw.slice(cuts[2 * index], cuts[2 * index + 1]));
    between.push(raw.slice(cuts.at(-2)));
    const names = places.map(({ name }) => name);
    if (!this.#holds(between, names)) return;
    this.#between = between;
    this.#names = names;
    this.#variation = variation;
  }

  /** True where other texts in these places are what a parser would read as the texts. */
  #holds(between: readonly string[], names: readonly string[]): boolean {
    const probe = parseBody(between.join('interpose').replace(/^data: ?/, ''));
    const texts = probe === undefined ? undefined : this.#vary(probe)?.texts;
    return texts !== undefined && names.every((name) => texts[name] === 'interpose');
  }
}

interface Place {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

function placeOf(raw: string, name: string, text: string): Place {
  const start = raw.indexOf(`"${name}":"${text}"`) + name.length + 4;
  return { name, from: start, to: start + text.length };
}
