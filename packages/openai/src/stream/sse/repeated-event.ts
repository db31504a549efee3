import { parseBody, type Body } from '../../translate/native.ts';

/** The texts in which an event differs from its neighbours, by field; `with` returns the event with other texts. */
export interface Variation {
  readonly texts: Readonly<Record<string, string>>;
  with(texts: Readonly<Record<string, string>>): Body;
}

/** Returns how an event differs from its neighbours; undefined for an event that is not worth comparing. */
export type Vary = (data: Body) => Variation | undefined;

const MISSES = 4;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads an event by comparing its bytes with the last one: most events of an answer differ in one text only, and the
 * client decodes and parses each of them again. An event that differs elsewhere is not read here.
 */
export class RepeatedEvent {
  readonly #vary: Vary;
  readonly #decoder = new TextDecoder();
  #variation: Variation | undefined;
  #names: readonly string[] = [];
  /** The bytes before, between and after the texts. */
  #between: readonly Uint8Array[] = [];
  #misses = 0;
  /** The last event that was parsed; it is studied when the next one comes. */
  #sample: { readonly raw: string; readonly data: Body } | undefined;

  constructor(vary: Vary) {
    this.#vary = vary;
  }

  /** Returns the data of an event; undefined if it is not like the last one. */
  read(bytes: Uint8Array): Body | undefined {
    if (this.#sample !== undefined) this.#study(this.#sample);
    const texts: Record<string, string> = {};
    let at = 0;
    for (let index = 0; index < this.#between.length; index++) {
      at = afterSame(bytes, at, this.#between[index]!);
      const name = this.#names[index];
      if (name === undefined || at === -1) break;
      const end = bytes.indexOf(QUOTE, at);
      const text = end === -1 ? undefined : this.#textIn(bytes, at, end);
      if (text === undefined) return undefined;
      texts[name] = text;
      at = end;
    }
    if (at !== bytes.length) return undefined;
    this.#misses = 0;
    return this.#variation?.with(texts);
  }

  /** Returns a text that JSON writes without escapes; undefined for others. */
  #textIn(bytes: Uint8Array, from: number, to: number): string | undefined {
    let text: string | undefined = '';
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte < 0x20 || byte === BACKSLASH) return undefined;
      if (byte >= 0x80) text = undefined;
      else if (text !== undefined) text += String.fromCharCode(byte);
    }
    return text ?? this.#decoder.decode(bytes.subarray(from, to));
  }

  /** Takes an event to compare the next ones with. It is studied when the next one comes, so that it leaves at once. */
  learn(raw: string, data: Body): void {
    this.#sample = { raw, data };
  }

  /** Finds where the texts are in an event; gives up on a stream whose events differ too much. */
  #study({ raw, data }: { readonly raw: string; readonly data: Body }): void {
    const variation = this.#misses > MISSES ? undefined : this.#vary(data);
    this.#sample = undefined;
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
    const encoder = new TextEncoder();
    this.#between = between.map((text) => encoder.encode(text));
    this.#names = names;
    this.#variation = variation;
  }

  /** Whether a parser reads texts that are put in these places as the texts of the event. */
  #holds(between: readonly string[], names: readonly string[]): boolean {
    const probe = parseBody(between.join('interpose').replace(/^data: ?/, ''));
    const texts = probe === undefined ? undefined : this.#vary(probe)?.texts;
    return texts !== undefined && names.every((name) => texts[name] === 'interpose');
  }
}

/** Returns the position after these bytes; -1 if other bytes are there. */
function afterSame(bytes: Uint8Array, from: number, same: Uint8Array): number {
  const { length } = same;
  for (let at = 0; at < length; at++) if (bytes[from + at] !== same[at]) return -1;
  return from + length;
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
