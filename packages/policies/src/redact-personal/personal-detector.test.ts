import { describe, expect, test } from 'vitest';

import { personalDetector } from './personal-detector.ts';
import type { PersonalType } from './personal-types.ts';

const detector = personalDetector();

function found(text: string, types?: readonly PersonalType[]): string[] {
  const finder = types === undefined ? detector : personalDetector(types);
  return finder.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);
}

describe('finds', () => {
  test.each<[PersonalType, string, string]>([
    ['EMAIL_ADDRESS', 'mail ann.b+c@mail.example.co.uk.', 'ann.b+c@mail.example.co.uk'],
    ['EMAIL_ADDRESS', "'jörg@müller.example', she said", 'jörg@müller.example'],
    ['CREDIT_CARD', 'card#4111111111111111', '4111111111111111'],
    ['CREDIT_CARD', '4111 1111 1111 1111 2029', '4111 1111 1111 1111'],
    ['CREDIT_CARD', 'amex 3782-822463-10005,', '3782-822463-10005'],
    [
      'CREDIT_CARD',
      'with 4111\u00a01111\u00a01111\u00a01111',
      '4111\u00a01111\u00a01111\u00a01111',
    ],
    ['PHONE_NUMBER', 'at 212\u2011555\u20110187', '212\u2011555\u20110187'],
    ['CREDIT_CARD', 'maestro 503802053770', '503802053770'],
    ['IBAN_CODE', 'to GB82 WEST 1234 5698 7654 32 please', 'GB82 WEST 1234 5698 7654 32'],
    ['IBAN_CODE', 'ES91 2100 0418 4502 0005 1332 IN THIS', 'ES91 2100 0418 4502 0005 1332'],
    ['IBAN_CODE', 'de89370400440532013000.', 'de89370400440532013000'],
    ['IBAN_CODE', 'DO22ACAU00000000000123456789', 'DO22ACAU00000000000123456789'],
    ['US_SSN', 'it is 078-05-1120!', '078-05-1120'],
    ['US_SSN', 'my SSN: 078 05 1120', '078 05 1120'],
    ['IP_ADDRESS', 'at 192.168.17.4/24', '192.168.17.4'],
    ['IP_ADDRESS', '[2001:db8::8a2e:370:7334]:80', '2001:db8::8a2e:370:7334'],
    [
      'IP_ADDRESS',
      'edfa:a9d2:a5f:4972:3864:c449:d495:1d83: up',
      'edfa:a9d2:a5f:4972:3864:c449:d495:1d83',
    ],
    ['IP_ADDRESS', 'fe80::4d: timeout', 'fe80::4d'],
    ['DOMAIN_NAME', 'x.com is', 'x.com'],
    ['IP_ADDRESS', '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['MAC_ADDRESS', '00-1B-44-11-3A-B7', '00-1B-44-11-3A-B7'],
    ['URL', '(see https://a.example.com/x?y=1).', 'https://a.example.com/x?y=1'],
    ['DOMAIN_NAME', 'https://www.example.co.uk/', 'https://www.example.co.uk/'],
    ['DOMAIN_NAME', 'at example.org.', 'example.org'],
    ['UK_NHS', 'NHS no 943 476 5919', '943 476 5919'],
    ['ES_NIF', 'DNI 12345678Z', '12345678Z'],
    ['ES_NIF', 'NIE X1234567L', 'X1234567L'],
    ['IT_FISCAL_CODE', 'CF RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
    ['PL_PESEL', 'PESEL: 44051401359', '44051401359'],
    ['IN_AADHAAR', 'Aadhaar 2341 2341 2346', '2341 2341 2346'],
    ['VIN', 'car 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ])('%s in %j', (type, text, value) => {
    expect(found(text)).toEqual([`${type} ${value}`]);
  });
});

describe('does not take for personal', () => {
  test.each([
    'card 4111111111111112',
    'order 1234567890123456',
    'GB82 WEST 1234 5698 7654 33',
    'FR00 AAAA',
    '000-12-3456',
    '666-12-3456',
    '912-12-3456',
    '256.1.1.1',
    'version 1.2.3.4',
    'v1.2.3.4',
    'Section 12.3.4.1 of it',
    '5 10 15 20 25 30 35',
    '10 20 30 40 50',
    'from 10 20 30 40',
    'Population: 84 649 966',
    'My office is at Rua 3597-442 Porto',
    'array.map(foo)',
    'WHERE a.id = b.id',
    'the user.name is set',
    '422.352.718 copies',
    'bids of 100 000 000 and 250 000 000',
    'reached 1500000 users',
    'called 2500000 times',
    'The answer is 33513670',
    'ISBN 0306406152',
    'Rechnung 12345678',
    'facture n° 1234567890',
    'the number 12345678',
    'no 12345678',
    "driver's license number is 123-45-6789",
    'Socket.IO and Vue.JS',
    '1.2.3',
    'std::vector',
    '12:34:56',
    'a::b',
    'dead:beef::',
    'readme.md',
    'main.py',
    'done.It was',
    'e.g. this',
    'on 2024-05-17 12:30',
    '17.05.2024',
    '2/16/1942',
    '1 234 567 EUR',
    '12,345,678',
    'in 2019 2020',
    'order 555 123 456',
    "driver's license number is 5130634",
    'license 2270-66-1551',
    '224 4966 Bond Street',
    'Suite 442\nApt. 119',
    '@home',
    'a@b',
    '@',
    '12345678A',
    '0x1F4',
    'NHS 943 476 5918',
    '44051401358 PESEL',
    'costs $723 813 266',
    'GB',
    '1M8GDM9A1KP042788',
    'see you @ 5.30',
  ])('%j', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('an address with a path is a URL, one without a domain name, and a URL where only those are wanted', () => {
  expect(found('https://a.example.com/ https://a.example.com/x')).toEqual([
    'DOMAIN_NAME https://a.example.com/',
    'URL https://a.example.com/x',
  ]);
  expect(found('https://a.example.com/', ['URL'])).toEqual(['URL https://a.example.com/']);
  expect(found('https://a.example.com/x', ['DOMAIN_NAME'])).toEqual([
    'DOMAIN_NAME https://a.example.com',
  ]);
});

test('looks for the wanted types only', () => {
  expect(found('ann@mail.example.com 4111111111111111', ['CREDIT_CARD'])).toEqual([
    'CREDIT_CARD 4111111111111111',
  ]);
});

test.each([[[]], [['IBAN']], [[undefined]], [['EMAIL_ADDRESS', undefined]]])(
  'a detector of %j would find nothing, and is refused',
  (types) => {
    expect(() => personalDetector(types as never)).toThrow(/^\[invalid_option\] .*IBAN_CODE/);
  },
);
