import type { Kind, Stretch } from './kind.ts';
import { hasLabel } from './labels.ts';

/** Numbers of people and vehicles with check digits; numbers with weak ones count only after their name. */
export const nationalIds: readonly Kind[] = [
  {
    type: 'UK_NHS',
    trigger: 'digit',
    pattern: /(?<!\w|\d[.-])\d{3}([ -]?)\d{3}\1\d{4}(?!\w|[.-]\d)/g,
    check: checked(
      (digits) => sumOf(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
      /\bnhs\b/i,
    ),
  },
  {
    type: 'ES_NIF',
    trigger: 'digit',
    pattern:
      /(?<![A-Za-z0-9])(?:\d{8}|[XYZxyz]-?\d{7})-?[A-HJ-NP-TV-Za-hj-np-tv-z](?![A-Za-z0-9])/g,
    check: checked(isSpanish),
  },
  {
    type: 'IT_FISCAL_CODE',
    trigger: 'digit',
    pattern:
      /(?<![A-Za-z0-9])[A-Za-z]{6}[0-9L-NP-Vl-np-v]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9L-NP-Vl-np-v]{2}[A-Za-z][0-9L-NP-Vl-np-v]{3}[A-Za-z](?![A-Za-z0-9])/g,
    check: checked(isItalian),
  },
  {
    type: 'PL_PESEL',
    trigger: 'digit',
    pattern: /(?<!\w|\d[.-])\d{2}[0189234567]\d[0-3]\d{6}(?!\w|[.-]\d)/g,
    check: checked(isPolish, /\bpesel\b/i),
  },
  {
    type: 'IN_AADHAAR',
    trigger: 'digit',
    pattern: /(?<!\w|\d[ .-])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?!\w|[ .-]\d)/g,
    check: checked(passesVerhoeff, /aadha?ar|\buid\b/i),
  },
  {
    type: 'VIN',
    trigger: 'digit',
    pattern:
      /(?<![A-Za-z0-9])(?=[A-Z]{0,16}\d)[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}(?![A-Za-z0-9])/g,
    check: checked(isVehicle),
  },
];

/** Returns a check: the letters and digits must pass, and the label must stand before them if there is one. */
function checked(passes: (characters: string) => boolean, label?: RegExp): Kind['check'] {
  return (text: string, hit: Stretch) => {
    if (label !== undefined && !hasLabel(text, hit, { before: label })) return undefined;
    const characters = text.slice(hit.start, hit.end).replaceAll(/[ -]/g, '').toUpperCase();
    return passes(characters) ? hit : undefined;
  };
}

function sumOf(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

function isSpanish(id: string): boolean {
  const number = id.replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first))).slice(0, 8);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === id.at(-1);
}

const ITALIAN_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function isItalian(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index++) {
    const character = id[index] ?? '';
    const place = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 0x41;
    sum += index % 2 === 0 ? (ITALIAN_ODD[place] ?? 0) : place;
  }
  return id.charCodeAt(15) - 0x41 === sum % 26;
}

function isPolish(id: string): boolean {
  const day = Number(id.slice(4, 6));
  const month = Number(id.slice(2, 4)) % 20;
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  return sumOf(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** The permutation of the Verhoeff scheme, applied once for each place. */
const PERMUTED = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place++) {
    let digit = Number(digits[digits.length - 1 - place]);
    for (let times = place % 8; times > 0; times--) digit = PERMUTED[digit] ?? 0;
    check = inDihedralGroup(check, digit);
  }
  return check === 0;
}

/** Returns the product of two elements of the dihedral group of order ten. */
function inDihedralGroup(a: number, b: number): number {
  const turned = a < 5 ? (a + b) % 5 : (a - b + 10) % 5;
  const flips = a < 5 === b < 5 ? 0 : 5;
  return turned + flips;
}

function isVehicle(id: string): boolean {
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const values = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (values.indexOf(id[index] ?? '') % 10),
    0,
  );
  return 'X' === id[8] ? sum % 11 === 10 : sum % 11 === Number(id[8]);
}
