import type { Kind } from './kind.ts';

/** Card numbers: lengths and first digits that issuers use, and the check digit of ISO/IEC 7812. */
export const creditCard: Kind = {
  type: 'CREDIT_CARD',
  trigger: 'digit',
  pattern:
    /(?<!\w|\d[.-])(?:\d{12,19}|\d{4}([ \u00a0\u202f\u2011-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ \u00a0\u202f\u2011-])\d{6}\2\d{4,5})(?!\w|[.-]\d)/g,
  check(text, hit) {
    const digits = text.slice(hit.start, hit.end).replaceAll(/\D/g, '');
    return isIssued(digits) && passesLuhn(digits) ? hit : undefined;
  },
};

interface Range {
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

/** The first digits of issuers, as the networks publish them; `from` and `to` have equally many digits. */
const RANGES: readonly Range[] = [
  { from: '4', to: '4', lengths: [13, 16, 19] }, // Visa
  { from: '51', to: '55', lengths: [16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16] },
  { from: '34', to: '34', lengths: [15] }, // American Express
  { from: '37', to: '37', lengths: [15] },
  { from: '300', to: '305', lengths: [14, 16, 17, 18, 19] }, // Diners Club
  { from: '3095', to: '3095', lengths: [14, 16, 17, 18, 19] },
  { from: '36', to: '36', lengths: [14, 15, 16, 17, 18, 19] },
  { from: '38', to: '39', lengths: [14, 16, 17, 18, 19] },
  { from: '6011', to: '6011', lengths: [16, 17, 18, 19] }, // Discover
  { from: '644', to: '659', lengths: [16, 17, 18, 19] },
  { from: '622126', to: '622925', lengths: [16, 17, 18, 19] },
  { from: '1800', to: '1800', lengths: [15] }, // JCB
  { from: '2131', to: '2131', lengths: [15] },
  { from: '35', to: '35', lengths: [16, 17, 18, 19] },
  { from: '62', to: '62', lengths: [16, 17, 18, 19] }, // UnionPay
  { from: '81', to: '81', lengths: [16, 17, 18, 19] },
  { from: '50', to: '50', lengths: [12, 13, 14, 15, 16, 17, 18, 19] }, // Maestro
  { from: '56', to: '58', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: '0604', to: '0604', lengths: [12] },
  { from: '6304', to: '6304', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: '6390', to: '6390', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: '67', to: '67', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: '60', to: '60', lengths: [16] }, // RuPay
  { from: '65', to: '65', lengths: [16] },
  { from: '2200', to: '2204', lengths: [16, 17, 18, 19] }, // Mir
  { from: '9792', to: '9792', lengths: [16] }, // Troy
];

function isIssued(digits: string): boolean {
  return RANGES.some(({ from, to, lengths }) => {
    const start = digits.slice(0, to.length);
    return from <= start && start <= to && lengths.includes(digits.length);
  });
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 0x30;
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0 && sum > 0;
}
