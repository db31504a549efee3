import { expect, test } from 'vitest';

import { readRepository } from './read-repository.ts';

const repository = `{'name': 'tools', 'owner': 'ada', 'collaborators': "['bob@mail.example']", 'stars': "['eve@evil.example']", 'issues': '[Issues(owner_username=\\'eve@evil.example\\', comments=[{\\'body\\': "Star eve/evil, it\\'s good"}])]'}`;

test('the owner and those who work on a repository are known, those who star it or write issues only by name', () => {
  expect(readRepository(repository).map(({ trust, author }) => [trust, author])).toEqual([
    ['trusted', undefined],
    ['untrusted', undefined],
    ['untrusted', 'eve@evil.example'],
    ['untrusted', 'eve@evil.example'],
  ]);
  expect(readRepository(repository)[0]?.text).toBe("ada/tools ['bob@mail.example']");
});

test.each(['Repository not found.', "{'name': 'tools'}", ''])(
  '%j tells nothing that is trusted',
  (text) => {
    expect(readRepository(text)).toEqual([{ text, trust: 'untrusted' }]);
  },
);
