import { hostsIn } from './hosts-in.ts';

/**
 * The shape of a value: `harmless` carries no information, `address` leads to a person or place, `token` is a name for
 * machines, `prose` is a text for people.
 */
export type ValueShape = 'harmless' | 'address' | 'token' | 'prose';

const NOTHING = /^(?:|null|none|undefined|nan|n\/a|true|false|yes|no)$/i;
const SHORT_NUMBER = /^[+-]?\d{1,6}(?:[.,]\d{1,4})?$/;
const MOMENT =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$|^\d{1,2}:\d{2}(?::\d{2})?$/;
const MAIL = /^[^\s@<>]+@[^\s@<>]+$/;
/** The longest account, card or telephone number: optional letters first, then digits in groups. */
const LONGEST_NUMBER = 100;
const NUMBER = /^[+(]?[A-Z]{0,4}\d[\d\s()/.-]{5,}[A-Z\d]*$|^[A-Z]{2}\d{2}[\sA-Z\d]{8,}$/i;
/** Mail addresses and numbers of accounts, cards and telephones inside a text. */
const INSIDE =
  /(?<![^\s@<>,;:'"()])[^\s@<>,;:'"()]+@[\w-]+(?:\.[\w-]+)+|(?<![\w-])(?:[A-Z]{2}\d{8,}|\+?\d[\d -]{9,}\d)(?![\w-])/g;

/** Returns the shape of a value. */
export function shapeOf(value: string): ValueShape {
  const text = value.trim();
  if (NOTHING.test(text) || SHORT_NUMBER.test(text) || MOMENT.test(text)) return 'harmless';
  if (MAIL.test(text) || isNumber(text)) return 'address';
  if (/\s/.test(text)) return 'prose';
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ||
    (hostsIn(text).length > 0 && !/^[~./\\]/.test(text))
    ? 'address'
    : 'token';
}

function isNumber(text: string): boolean {
  return text.length <= LONGEST_NUMBER && NUMBER.test(text);
}

/** Returns the hosts of links, the mail addresses and the account numbers in a text. */
export function addressesIn(text: string): readonly string[] {
  return [...hostsIn(text), ...Array.from(text.matchAll(INSIDE), ([found]) => found)];
}
