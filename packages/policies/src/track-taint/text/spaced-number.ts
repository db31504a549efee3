import { normalText } from './normal-text.ts';

const SEPARATORS = /[\s()-]/gu;
const NUMBER = /^\+?[\p{L}\p{N}]{6,40}$/u;
const LEAST_DIGITS = 6;
const JOINT = String.raw`[\s()-]{0,2}`;
const BEFORE = String.raw`(?<![\p{L}\p{N}_@./+-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_@/+-]|\.[\p{L}\p{N}])`;

/**
 * Returns a pattern that finds the number of an account, a card or a telephone in a normal text, in any grouping;
 * undefined for other values.
 *
 * @example
 * spacedNumber('DE89370400440532013000')?.test('to de89 3704 0044 0532 0130 00'); // => true
 */
export function spacedNumber(value: string): RegExp | undefined {
  const number = normalText(value).replace(SEPARATORS, '');
  if (!NUMBER.test(number) || (number.match(/\p{N}/gu)?.length ?? 0) < LEAST_DIGITS)
    return undefined;
  const signs = Array.from(number, (sign) => (sign === '+' ? String.raw`\+` : sign));
  return new RegExp(BEFORE + signs.join(JOINT) + AFTER, 'u');
}
