/**
 * What people do not see although it is there: controls, what has no width, and marks that change the order in which
 * a text is read. Emoji are seen whole, and so are tabs and line breaks.
 */
const UNSEEN =
  /\p{RGI_Emoji}|\r\n|([[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]--[\t\n]])\1*/gv;

/** A text in which everything is seen, so that nobody approves something else than what runs. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, (found, one: string | undefined) => {
    if (one === undefined) return found === '\r\n' ? '\n' : found;
    const times = found.length / one.length;
    return times === 1 ? `⟨${codeOf(one)}⟩` : `⟨${codeOf(one)} ×${times}⟩`;
  });
}

/** JSON, indented, with what is not seen as JSON escapes: reading it again gives the same value. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? '';
  return text.replace(UNSEEN, (found, one: string | undefined) =>
    one === undefined ? found : escaped(found),
  );
}

/** A text that reads as another kind of value where it stands without quotes. */
const OTHER_VALUE = /^\s*(?:|-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null|".*")\s*$/is;
const GAP = /\n(?:[^\S\n]*\n){6,}/g;

/**
 * An argument as a reviewer reads it: a text without quotes, unless it would pass for a number or nothing. Empty lines
 * that push what comes after them out of sight are counted instead.
 */
export function argumentText(value: unknown): string {
  if (typeof value !== 'string' || OTHER_VALUE.test(value)) return plainJson(value);
  return plainText(value).replace(GAP, (gap) => `\n⟨${gap.split('\n').length - 2} empty lines⟩\n`);
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** As JSON writes it: half by half, if it takes two. */
function escaped(text: string): string {
  const halves = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return halves.map((half) => `\\u${half.toString(16).padStart(4, '0')}`).join('');
}
