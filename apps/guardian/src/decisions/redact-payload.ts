import type { Dict } from '@interpose/core';
import { personalDetector } from '@interpose/policies/redact-personal';
import { secretDetector } from '@interpose/policies/redact-secrets';

/** Finds values that must not be stored. */
type Find = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly type: string }[];

const secrets = secretDetector();
const personal = personalDetector();
const FINDERS: Readonly<Record<string, Find>> = {
  secrets: (text) => secrets.find(text),
  personal: (text) => personal.find(text),
};
const MOST_CHARACTERS = 65_536;
const NUL = String.raw`\u0000`;
/** Short names without digits repeat, so their results are remembered; others seldom do. */
const MOST_OF_NAME = 40;
const MOST_NAMES = 5000;
const COUNTS = /\d/;

/**
 * Replaces what these detectors find in plain data by placeholders such as `<EMAIL_ADDRESS>`. Data without anything to
 * hide, which is most, is returned unchanged.
 */
export function redactorOf(kinds: readonly string[]): (value: unknown) => unknown {
  const finders = kinds.flatMap((kind) => FINDERS[kind] ?? []);
  const redactor = new Redactor(finders);
  return finders.length === 0 ? (value) => value : (value) => redactor.inValue(value);
}

class Redactor {
  readonly #finders: readonly Find[];
  readonly #clean = new Set<string>();

  constructor(finders: readonly Find[]) {
    this.#finders = finders;
  }

  inValue(value: unknown): unknown {
    if (typeof value === 'string') return this.#inText(value);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? this.#inList(value) : this.#inDict(value as Dict);
  }

  #inList(values: readonly unknown[]): readonly unknown[] {
    const told = values.map((value) => this.inValue(value));
    return isPlain(values) && told.every((value, at) => value === values[at]) ? values : told;
  }

  #inDict(dict: Dict): Dict {
    const keys = Object.keys(dict);
    let told: (readonly [string, unknown])[] | undefined = isPlain(dict) ? undefined : [];
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      const value = dict[key];
      const name = this.#inText(key);
      const shown = this.#inNamed(key, value);
      if (name !== key || shown !== value)
        told ??= keys.slice(0, at).map((before) => [before, dict[before]]);
      told?.push([name, shown]);
    }
    return told === undefined ? dict : Object.fromEntries(apart(told));
  }

  /** Checks a value together with its name, since the name may show a secret: `password: hunter2`. */
  #inNamed(key: string, value: unknown): unknown {
    if (typeof value !== 'string') return this.inValue(value);
    const before = `${key}: `;
    const told = this.#inText(before + value);
    return told.startsWith(before) ? told.slice(before.length) : this.#inText(value);
  }

  #inText(text: string): string {
    if (this.#clean.has(text)) return text;
    const told = this.#finders.reduce(replaced, text);
    if (told === text && isName(text)) {
      if (this.#clean.size >= MOST_NAMES) this.#clean.clear();
      this.#clean.add(text);
    }
    return told;
  }
}

/** Numbers the names that look alike once their secrets are out, so that no entry takes the place of another. */
function apart(
  entries: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] {
  const names = new Map(entries.map(([name]) => [name, 1]));
  if (names.size === entries.length) return entries;
  const taken = new Set<string>();
  return entries.map(([name, value]) => {
    let own = name;
    for (let count = names.get(name) ?? 1; taken.has(own); names.set(name, count))
      own = `${name} (${++count})`;
    taken.add(own);
    return [own, value];
  });
}

/** Whether an object holds only what JSON shows. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isKnown = prototype === Object.prototype || prototype === Array.prototype;
  return isKnown && !('toJSON' in value);
}

function isName(text: string): boolean {
  return text.length <= MOST_OF_NAME && !COUNTS.test(text);
}

function replaced(text: string, find: Find): string {
  let result = '';
  let end = 0;
  for (const span of find(text)) {
    if (span.start < end) continue;
    result += `${text.slice(end, span.start)}<${span.type}>`;
    end = span.end;
  }
  return end === 0 ? text : result + text.slice(end);
}

/** Returns JSON for the database, cut if it is too long; it never has a line break or NUL. */
export function storedText(value: unknown): string {
  return cutText(wholeText(value));
}

/** Returns whole JSON for the database; it never has a line break or NUL. */
export function wholeText(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'null';
    return text.includes(NUL) ? text.replaceAll(NUL, String.raw`\ufffd`) : text;
  } catch {
    return JSON.stringify({ cut: 'what JSON cannot hold' });
  }
}

/** Returns JSON that is too long as the beginning of its text. */
export function cutText(text: string): string {
  return text.length > MOST_CHARACTERS
    ? JSON.stringify({ cut: text.slice(0, MOST_CHARACTERS) })
    : text;
}
