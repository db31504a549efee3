import { isGenericGrouping } from './phone-groupings.ts';
import type { Kind, Stretch } from './kind.ts';
import { isInternational, isNational } from './phone-plans.ts';
import { phoneWordOf, type PhoneWord } from './phone-words.ts';

/** Up to 17 digits with signs between them, as in telephone numbers, and an extension. */
const PATTERN: RegExp =
  /(?<![\w.%@+/-]|\d[(:])(?:\+?\d|\+?\(\+?\d)(?:[ \u00a0\u202f\u2010-\u2013./()-]{0,3}\d){5,16}(?: ?(?:x|#|[eE]xt(?:ension|\.)?:?) ?\d{1,6})?(?!\w|[./-]\d|@)/g;

/** Telephone numbers: international ones, and national ones that are written or named as such. */
export const phoneNumber: Kind = {
  type: 'PHONE_NUMBER',
  trigger: 'digit',
  pattern: PATTERN,
  check(text, found) {
    const hit = withoutOpenBracket(text, found);
    let word: PhoneWord | 'unread' = 'unread';
    const wordOf = (): PhoneWord => (word === 'unread' ? (word = phoneWordOf(text, hit)) : word);
    if (isPhone(text, hit, hit, wordOf)) return hit;
    return partsOf(text, hit).find((part) => isPhone(text, part, hit, wordOf));
  },
};

/** Digits without signs that are more likely a count. */
const ROUND = /^\d{0,9}0000$/;
/** Six digits in pairs, as some small countries write numbers. */
const PAIRS = /^\d{2} \d{2} \d{2}$/;
const AMERICAN_BRACKETS = /^(?:1[ -]?)?\([2-9]\d{2}\)[ -]?\d{3}[ .-]\d{4}$/;
const UNIT_AFTER =
  /^ ?(?:%|[$€£¥°]|(?:usd|eur|gbp|people|inhabitants|million|km|kg|ms|bytes?|times|rows|lines|users|units|characters|views|dollars|euros)\b|[.,]\d)/i;

function isPhone(text: string, part: Stretch, hit: Stretch, wordOf: () => PhoneWord): boolean {
  const written = withoutExtension(inAscii(text.slice(part.start, part.end)));
  const digits = countDigits(written);
  if (digits < 6 || (/[./-]/.test(written) && holdsDate(written))) return false;
  if (/^\+?\(?(?:\+|00[ -]?[1-9]|011[- ])/.test(written)) {
    if (isInternational(written)) return true;
    if (written.includes('+')) return false;
  }
  if (digits > 13) return false;
  if (AMERICAN_BRACKETS.test(written)) return true;
  const isApart = apart(text, part, hit);
  const word = isApart ? undefined : wordOf();
  if (word === 'other' || UNIT_AFTER.test(text.slice(part.end, part.end + 14))) return false;
  if (word === 'labelled') return true;
  if (digits < 7) return word === 'called' && PAIRS.test(written);
  if (word === 'called') return !ROUND.test(written);
  // In `the number is 358 0594`, people mean a telephone. Up to 8 digits without a sign could be anything.
  if (word === 'number' && (digits > 8 || digits < written.length)) return true;
  return isGenericGrouping(written, {
    isPlanned: isNational,
    isHouse: isHouse(text, part),
    isCut: !isApart && (part.start > hit.start || part.end < hit.end),
  });
}

/** Whether a part is in brackets after another number: then the words before are about that other number. */
function apart(text: string, part: Stretch, hit: Stretch): boolean {
  return part.start > hit.start && text[part.start - 1] === '(';
}

/** Whether the digits may be of a house: a capitalised word follows. */
function isHouse(text: string, { end }: Stretch): boolean {
  return text[end] === ' ' && /\p{Lu}/u.test(text[end + 1] ?? '');
}

/** Whether a text holds a date: a day with its year is no telephone number. */
function holdsDate(written: string): boolean {
  for (const [, first = '', , second = '', third = ''] of written.matchAll(
    /(?<!\d|\d[./-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?![\d]|[./-]\d)/g,
  )) {
    const isYearFirst = first.length === 4 && third.length <= 2;
    const isYearLast = first.length <= 2 && (third.length === 4 || third.length === 2);
    const [a, b] = isYearFirst ? [Number(second), Number(third)] : [Number(first), Number(second)];
    if (
      (isYearFirst || isYearLast) &&
      a >= 1 &&
      b >= 1 &&
      Math.min(a, b) <= 12 &&
      Math.max(a, b) <= 31
    )
      return true;
  }
  return false;
}

/** The most words to drop at each end of a hit. */
const OUTER_WORDS = 2;

/** Returns the parts of the hit without outer words, longest first: `2019 555-123-4567` is a year and a number. */
function partsOf(text: string, hit: Stretch): readonly Stretch[] {
  const gaps = Array.from(
    text.slice(hit.start, hit.end).matchAll(/[ \u00a0\u202f](?=[+(]?\d)/g),
    ({ index }) => hit.start + index,
  );
  const starts = [hit.start, ...gaps.slice(0, OUTER_WORDS).map((gap) => gap + 1)];
  const ends = [hit.end, ...gaps.slice(-OUTER_WORDS)];
  return starts
    .flatMap((start) => ends.map((end) => ({ start, end })))
    .map((part) => withoutOpenBracket(text, part))
    .filter(({ start, end }) => end - start >= 7 && end - start < hit.end - hit.start)
    .filter(({ start, end }) => countDigits(text.slice(start, end)) <= 13)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
}

/** Drops an opening bracket that closes only after the number. */
function withoutOpenBracket(text: string, { start, end }: Stretch): Stretch {
  const isOpen = text[start] === '(' && !text.slice(start, end).includes(')');
  return isOpen ? { start: start + 1, end } : { start, end };
}

/** Replaces no-break spaces and typographic hyphens by plain ones. */
function inAscii(written: string): string {
  if (!/[^ -~]/.test(written)) return written;
  return written.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u2010-\u2013]/g, '-');
}

const EXTENSION = / ?(?:x|#|[eE]xt(?:ension|\.)?:?) ?\d{1,6}$/;

function withoutExtension(written: string): string {
  return /[x#tT]/.test(written) ? written.replace(EXTENSION, '') : written;
}

function countDigits(written: string): number {
  let count = 0;
  for (let at = 0; at < written.length; at++) {
    const unit = written.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) count += 1;
  }
  return count;
}
