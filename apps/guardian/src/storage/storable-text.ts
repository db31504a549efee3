import { hash } from 'node:crypto';

const DEEPEST = 200;

/** Returns the place of an unstorable text, or of nesting that is too deep; undefined if the input is fine. */
export function placeOfUnstorable(
  input: unknown,
  place: readonly string[] = [],
): string | undefined {
  if (typeof input === 'string') return isStorable(input) ? undefined : place.join('.');
  if (typeof input !== 'object' || input === null) return undefined;
  if (place.length > DEEPEST) return `${place.slice(0, 3).join('.')}…`;
  for (const [key, inner] of Object.entries(input)) {
    if (!isStorable(key)) return [...place, key].join('.');
    const found = placeOfUnstorable(inner, [...place, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a database can store a text: no NUL, no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The escapes of such characters in JSON; a match may also be six characters that somebody wrote, which stay. */
const ESCAPE = String.raw`\u`;
const IN_JSON = /\\u0000|\\ud[89a-f]/;

/** Whether JSON text may hold characters that no database stores. */
export function mayBeUnstorable(json: string): boolean {
  return json.includes(ESCAPE) && IN_JSON.test(json);
}

/** Returns plain data with replacement characters for what no database stores. */
export function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      String(withStorableTexts(key)),
      withStorableTexts(inner),
    ]),
  );
}

const LONGEST_NAME = 200;
const KEPT_OF_NAME = 150;

/** Shortens a name, with a hash for the rest: a name too long for an index would keep its batch from the database. */
export function shortName<T extends string | undefined>(name: T): string | T {
  if (name === undefined || name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, KEPT_OF_NAME)}…${hash('sha256', name).slice(0, 32)}`;
}

/** What a name that was recorded in another form has in it. */
const CHANGED = /[…\uFFFD]/;

/** Whether a name is this one, as it is or as it is recorded: people know no other form of it. */
export function isNamed(name: unknown, known: string): boolean {
  if (name === known) return true;
  return (
    typeof name === 'string' && CHANGED.test(known) && withStorableTexts(shortName(name)) === known
  );
}
