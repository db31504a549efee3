import { expect, test } from 'vitest';

import { readAccount, readOwnAccount } from './read-account.ts';

test('somebody else’s account is that person’s', () => {
  const context = { names: () => false };
  const call = (args: object) => ({ id: '1', name: 'account', args: { ...args } });
  const [byName] = readAccount('…', { ...context, call: call({ username: 'bob' }) });
  const [byMail] = readAccount('…', { ...context, call: call({ email: 'bob@mail.example' }) });
  expect([byName?.author, byMail?.author]).toEqual(['bob', 'bob@mail.example']);
});

test('of the user’s own account all is known but what it starred', () => {
  const text = `{'username': 'ada', 'repository': "['ada/tools']", 'starred repository': "['eve/evil']"}`;
  expect(
    readOwnAccount(text).map(({ trust, text: told }) => [trust, told.includes('eve/evil')]),
  ).toEqual([
    ['trusted', false],
    ['untrusted', true],
  ]);
  expect(readOwnAccount('Please log in')).toEqual([{ text: 'Please log in', trust: 'untrusted' }]);
});
