import { describe, expect, test } from 'vitest';

import { personalDetector } from '../personal-detector.ts';

const detector = personalDetector();

function found(text: string): string[] {
  return detector.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);
}

describe('finds', () => {
  test.each([
    [
      '+1 415 555 2671',
      '+44 (0)20 7946 0958',
      '0049-30-901820',
      '(212) 555-0187',
      '212-555-0187 ext. 12',
      '212.555.0187x33',
    ],
    [
      '01 84 17 61 18',
      '0341 8387176',
      '(08) 8747 6301',
      '723 813 266',
      '71-33-52-22',
      '06-12345678',
      '138-1234-5678',
      '212-5550187',
      '07911123456',
      '089123 45678',
      '(212)555-0187x33',
      '(212) 555-0187 extension 12',
    ],
    [
      '+(370) 61234567',
      '00 49 171 1234567',
      '00-420 725 033 813',
      '8-908-378-70-56',
      '8 (908) 378-70-56',
    ],
  ])('telephone numbers of many countries without a word beside them', (...numbers) => {
    for (const number of numbers)
      expect(found(`It is ${number}, he says`)).toEqual([`PHONE_NUMBER ${number}`]);
  });

  test.each([
    'Phone: 358 0594',
    'call 5130634',
    'Mobile\n0612345678',
    'fax 3660170548',
    '781 1704 office',
    'Tel. 12345678',
    'Handy: 01511234567',
    'Tel. 21 12 46',
    'you can call 79 46 39',
    'Caller ID 8816292711',
    'T: 9803893782',
    'My number is 591 1264',
    "here's our new number: 771 2372",
    'Meine Rufnummer lautet 560 2647',
    'Telefoonnummer: 66504240',
    'Appelez-moi au 888 7899 demain',
    'Celular 4812117271',
    'Chiamami al numero 301 5662',
    'Telemóvel: 71254625',
    'Позвоните по номеру 9098790775',
    '電話番号: 1584263892',
    'फ़ोन 552 5151',
    '{"phoneNumber": "66504240"}',
    'card lost, order open, mobile 3660170548',
  ])('a number that %j names', (text) => {
    expect(found(text)).toEqual([`PHONE_NUMBER ${/\d[\d ]+\d/.exec(text)?.[0]}`]);
  });
});

test('takes the number alone from other numbers beside it', () => {
  expect(found('In 2019 212-555-0187 was free')).toEqual(['PHONE_NUMBER 212-555-0187']);
});

test('takes a number in brackets without them', () => {
  expect(found('Customer 14487 (402 09 919) ordered')).toEqual(['PHONE_NUMBER 402 09 919']);
  expect(found('Customer 14487 (0712 356 964) ordered')).toEqual(['PHONE_NUMBER 0712 356 964']);
});
