/**
 * The lengths of the groups of digits in national numbers, from the area code on, as countries write them. Groupings of
 * seven digits or of two groups are missing: they are too common in other numbers.
 */
const GROUPINGS: ReadonlySet<string> = new Set([
  '2222',
  '233',
  '323',
  '332',
  '3222',
  '2322',
  '2223',
  '333',
  '334',
  '244',
  '2233',
  '3322',
  '433',
  '4222',
  '2334',
  '344',
  '1334',
  '12222',
  '13322',
  '2344',
  '1344',
  '1333',
]);

const NORTH_AMERICAN = /^(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-. ]\d{4}$/;
const BRACKETED = /^(?:[0178][ -]?)?\(0?\d{1,4}\)[ ./-]{0,2}\d{2,4}(?:[ ./-]?\d{2,4}){1,3}$/;
const SLASHED = /^\d{2}\/\d{3}-\d{3,4}$/;
/** Postal codes of some countries, also with a leading zero. */
const POSTAL = /^\d{5}-\d{3,4}$/;
/** An area code and seven digits without a sign between. */
const PARTED_ONCE = /^[2-9]\d{2}-\d{7}$/;
/** A round amount, or an amount with dots. */
const THOUSANDS = /^\d{1,3}(?:(?:[ \u00a0.]\d{3}){1,3}[ \u00a0.]000|(?:\.\d{3}){2})$/;
/** A national prefix and a number, without signs. */
const UNPARTED = /^0[1-9]\d{8,9}$/;
const TRUNK =
  /^0[1-9]\d{0,4}(?:[ -]\d{2,8}|(?:[ .-]\d{2,5}){2,4}|\/\d{4,9}|\/\d{2,4}(?:[ -]\d{2,4}){1,2})$/;

/** Facts about the number and the text around it. */
export interface Surroundings {
  /** Whether the digits are a number in some country's plan. */
  readonly isPlanned: (digits: string) => boolean;
  /** True when the digits may be the number of a house. */
  readonly isHouse: boolean;
  /** True when the digits are a part of a row of numbers. */
  readonly isCut: boolean;
}

/**
 * Whether a text is written like a telephone number of some country, with blanks, hyphens or dots of one sort between
 * its groups. A number that a house could have does not count where a house may follow. Groups that could be thousands
 * count only if a numbering plan has the number, and not in a row of numbers.
 *
 * @example
 * isGenericGrouping('(02) 9374 4000', { isPlanned: () => true, isHouse: false, isCut: false }); // true
 */
export function isGenericGrouping(
  written: string,
  { isPlanned, isHouse, isCut }: Surroundings,
): boolean {
  if (NORTH_AMERICAN.test(written)) return true;
  if (BRACKETED.test(written) || SLASHED.test(written)) return isUsual(written);
  if (isHouse || POSTAL.test(written)) return false;
  if (TRUNK.test(written)) return isUsual(written);
  if (isCut || THOUSANDS.test(written)) return false;
  if (UNPARTED.test(written)) return isPlanned(written);
  if (PARTED_ONCE.test(written)) return isPlanned(written.replace('-', ''));
  const groups = written.split(/[ .-]/);
  if (!GROUPINGS.has(groups.map(({ length }) => length).join(''))) return false;
  const signs = new Set(written.replaceAll(/\d/g, ''));
  const isMixed = signs.size === 2 && / \d{3,4}-\d{4}$/.test(written);
  if ((signs.size !== 1 && !isMixed) || isSeries(groups.map(Number))) return false;
  return isPlanned(groups.join(''));
}

/** Whether the numbers grow by the same step. */
function isSeries(numbers: readonly number[]): boolean {
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return numbers.every((number, index) => number === (numbers[0] ?? 0) + index * step);
}

function isUsual(written: string): boolean {
  const digits = written.replaceAll(/\D/g, '');
  return digits.length >= 8 && digits.length <= 13;
}
