import type { PersonalType } from '@interpose/policies/redact-personal';

/** Nine types, which ten patterns find: addresses of the internet have one for each version. */
export const PERSONAL_TYPES: readonly PersonalType[] = [
  'CREDIT_CARD',
  'DOMAIN_NAME',
  'EMAIL_ADDRESS',
  'IBAN_CODE',
  'IP_ADDRESS',
  'MAC_ADDRESS',
  'PHONE_NUMBER',
  'URL',
  'US_SSN',
];

const WORDS = (
  'Most customers renewed their plan and asked for little more than a friendly answer to a simple question. ' +
  'Nobody said a word about the weather, though it had rained all week and the report of the year was late. ' +
  'There were 12 items left on page 7, as far as anybody could tell from the notes; the rest came in time.'
).split(' ');

const PERSONAL_LINES = [
  'Please write to ann.example@mail.example.com about the invoice before Friday',
  'The card 4111 1111 1111 1111 was charged twice, says the customer on the line',
  'The rent goes to GB82 WEST 1234 5698 7654 32 on the first of every month',
  'You can call +44 20 7946 0958 or come by whenever it suits you best',
  'Somebody wrote 078-05-1120 into the form, which belongs to nobody at all',
  'The machine 192.168.17.4 did not answer when it was asked this morning',
  'It is told at https://www.example.com/path?q=1 in more words than these',
  'The device 00:1b:44:11:3a:b7 is wired, all others are not, it seems',
  'The address 2001:db8::8a2e:370:7334 answers slowly but it does answer',
  'Have a look at www.example.co.uk instead, where they keep the old ones',
];

/** About so many characters of prose in lines; every nth line holds personal data, none where `every` is 0. */
export function personalText(length: number, every: number): string {
  let text = '';
  for (let line = 0; text.length < length; line += 1) {
    const personal = every > 0 && line % every === 0;
    const content = personal
      ? PERSONAL_LINES[(line / every) % PERSONAL_LINES.length]
      : Array.from({ length: 14 }, (_, word) => WORDS[(line * 5 + word) % WORDS.length]).join(' ');
    text += `${content}\n`;
  }
  return text;
}
