const DEEPEST = 200;

/** Where input holds a text that no database stores, or is nested so deeply that nobody looks; undefined where it is fine. */
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

/** No database holds NUL or half a character in a text. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** How they stand in JSON; a match may also be six characters that somebody wrote, which stay. */
const ESCAPE = String.raw`\u`;
const IN_JSON = /\\u0000|\\ud[89a-f]/;

/** Whether a text of JSON may hold what no database stores. */
export function mayBeUnstorable(json: string): boolean {
  return json.includes(ESCAPE) && IN_JSON.test(json);
}

/** The same plain data, with signs in the place of what no database stores. */
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
