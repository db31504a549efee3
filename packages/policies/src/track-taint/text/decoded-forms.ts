import { spend } from '../../shared/budget/work-budget.ts';

/**
 * Returns a text and its decoded forms: percent, HTML and Unicode escapes, base64 and hex, up to twice.
 *
 * @example
 * decodedForms('ZXZpbC5leGFtcGxl').includes('evil.example'); // => true
 */
export function decodedForms(text: string): readonly string[] {
  const forms = new Set([text]);
  for (const form of decodedOnce(text)) {
    forms.add(form);
    for (const again of decodedOnce(form)) forms.add(again);
  }
  return [...forms];
}

/**
 * Returns the same forms as one text, in the order in which they were found.
 *
 * @example
 * decodedText('first ZXZpbC5leGFtcGxl'); // => 'first ZXZpbC5leGFtcGxl evil.example'
 */
export function decodedText(text: string): string {
  const once = decodedOnce(text).join(' ');
  const twice = once === '' ? '' : decodedOnce(once).join(' ');
  return [text, once, twice].filter((form) => form !== '').join(' ');
}

const ESCAPE =
  /%[0-9a-f]{2}|&#x?[0-9a-f]{1,6};|\\u(?:[0-9a-f]{4}|\{[0-9a-f]{1,6}\})|\\x[0-9a-f]{2}|\uDB40/i;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const CODE_POINT =
  /&#(x?)([0-9a-f]{1,6});|\\u\{?([0-9a-f]{4}|(?<=\{)[0-9a-f]{1,6}(?=\}))\}?|\\x([0-9a-f]{2})/gi;
/** Invisible letters, each of which stands for one of ASCII. */
const TAG = /[\u{E0020}-\u{E007E}]/gu;
const BASE64 = /[A-Za-z0-9+/_-]{8,}/g;
const HEX = /(?:[0-9a-f]{2}[ :]?){5,}/gi;

/** The cost of decoding, in units of work: for each character of a text, and for each decoded byte. */
const PER_CHARACTER = 2;
const PER_DECODED = 10;

function decodedOnce(text: string): string[] {
  spend(text.length * PER_CHARACTER);
  const forms: string[] = [];
  if (ESCAPE.test(text)) forms.push(unescaped(text));
  for (const [run] of text.matchAll(BASE64)) addReadable(forms, fromBase64(run));
  for (const [run] of text.matchAll(HEX)) addReadable(forms, fromHex(run));
  return forms;
}

function unescaped(text: string): string {
  return text
    .replace(PERCENT, (run) => readable(fromHex(run)) ?? run)
    .replace(CODE_POINT, (escape, hex: string, html: string, long: string, short: string) => {
      const point =
        html === undefined ? parseInt(long ?? short, 16) : parseInt(html, hex ? 16 : 10);
      return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
    })
    .replace(TAG, (tag) => String.fromCodePoint(tag.codePointAt(0)! - 0xe0000));
}

function fromHex(run: string): Uint8Array {
  const pairs = run.match(/[0-9a-f]{2}/gi) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

function fromBase64(run: string): Uint8Array {
  const usual = run.replaceAll('-', '+').replaceAll('_', '/');
  // One extra letter carries no byte, and would make the whole text unreadable.
  const whole = usual.length % 4 === 1 ? usual.slice(0, -1) : usual;
  return Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
}

function addReadable(forms: string[], bytes: Uint8Array): void {
  spend(bytes.length * PER_DECODED);
  const text = readable(bytes);
  if (text !== undefined) forms.push(text);
}

const decoder = new TextDecoder();
const REPLACED = '\uFFFD';

/** Returns bytes as a text; undefined if they are no text or hold control characters. */
function readable(bytes: Uint8Array): string | undefined {
  const text = decoder.decode(bytes);
  if (text.includes(REPLACED) && text.split(REPLACED).length - 1 > writtenReplacements(bytes))
    return undefined;
  return /[\p{Cc}\p{Cn}]/u.test(text.replace(/\s/gu, '')) ? undefined : text;
}

/** Counts replacement characters written in the bytes themselves. A fatal decoder would throw, which is slow. */
function writtenReplacements(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1;
  return count;
}
