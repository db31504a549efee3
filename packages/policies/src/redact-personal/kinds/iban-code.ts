import { getCountrySpecifications } from 'ibantools';

import type { Kind, Stretch } from './kind.ts';

/** Bank accounts of ISO 13616: the length for their country and the check digits. */
export const ibanCode: Kind = {
  type: 'IBAN_CODE',
  trigger: 'digit',
  pattern:
    /(?<![A-Za-z0-9])(?:[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}(?![A-Za-z0-9])|[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?(?![A-Za-z0-9]))/g,
  check(text, hit) {
    const country = text.slice(hit.start, hit.start + 2).toUpperCase();
    const length = lengths.get(country);
    const cut = length === undefined ? undefined : firstCharacters(text, hit, length);
    if (cut === undefined) return undefined;
    const written = text.slice(cut.start, cut.end).replaceAll(' ', '').toUpperCase();
    return passesCheck(written) ? cut : undefined;
  },
};

/** The number of letters and digits by country. The format inside is not checked, as banks change it. */
const lengths: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars] as const],
  ),
);

/** Whether the check digits of ISO 7064 are right. The bank's own check digits inside are not tested. */
function passesCheck(iban: string): boolean {
  let rest = 0;
  for (let place = 0; place < iban.length; place++) {
    const unit = iban.charCodeAt((place + 4) % iban.length);
    rest = (unit <= 0x39 ? rest * 10 + unit - 0x30 : rest * 100 + unit - 0x37) % 97;
  }
  return rest === 1;
}

/** Returns the start of the hit with `count` letters and digits, if a group ends there. */
function firstCharacters(
  text: string,
  { start, end }: Stretch,
  count: number,
): Stretch | undefined {
  let seen = 0;
  for (let at = start; at < end; at++) {
    if (text[at] !== ' ') seen += 1;
    if (seen === count)
      return at + 1 === end || text[at + 1] === ' ' ? { start, end: at + 1 } : undefined;
  }
  return undefined;
}
