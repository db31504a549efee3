/** Why such a text is refused. */
export const NOT_STORED = 'holds NUL or half a character, which no database stores';

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

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
