import { creditCard } from './kinds/credit-card.ts';
import { emailAddress } from './kinds/email-address.ts';
import { ibanCode } from './kinds/iban-code.ts';
import { ipAddresses } from './kinds/ip-address.ts';
import type { Kind } from './kinds/kind.ts';
import { macAddress } from './kinds/mac-address.ts';
import { nationalIds } from './kinds/national-ids.ts';
import { phoneNumber } from './kinds/phone-number.ts';
import { usSsn } from './kinds/us-ssn.ts';
import { domainName, url } from './kinds/web-addresses.ts';

/**
 * A kind of personal data that its form and a check can identify.
 *
 * @example
 * const types: readonly PersonalType[] = ['CREDIT_CARD', 'IBAN_CODE'];
 */
export type PersonalType =
  | 'CREDIT_CARD'
  | 'DOMAIN_NAME'
  | 'EMAIL_ADDRESS'
  | 'ES_NIF'
  | 'IBAN_CODE'
  | 'IN_AADHAAR'
  | 'IP_ADDRESS'
  | 'IT_FISCAL_CODE'
  | 'MAC_ADDRESS'
  | 'PHONE_NUMBER'
  | 'PL_PESEL'
  | 'UK_NHS'
  | 'URL'
  | 'US_SSN'
  | 'VIN';

const all: readonly Kind[] = [
  emailAddress,
  ibanCode,
  creditCard,
  usSsn,
  ...ipAddresses,
  macAddress,
  ...nationalIds,
  phoneNumber,
  domainName,
];

/**
 * All types that `redactPersonal` knows.
 *
 * @example
 * redactPersonal({ types: personalTypes.filter((type) => type !== 'URL') });
 */
export const personalTypes: readonly PersonalType[] = [
  ...new Set(['URL', ...all.map(({ type }) => type)]),
] as PersonalType[];

/**
 * Returns the kinds of these types. When two overlap in a text, the first one counts.
 *
 * @example
 * kindsOf(['EMAIL_ADDRESS']).length; // 1
 */
export function kindsOf(types: readonly PersonalType[]): readonly Kind[] {
  const wanted = new Set<string>(types);
  const chosen = all.filter(({ type }) => wanted.has(type));
  return wanted.has('URL') ? [url({ origins: !wanted.has('DOMAIN_NAME') }), ...chosen] : chosen;
}
