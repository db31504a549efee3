import { expect, test } from 'vitest';

import { everyoneWords } from './everyone-words.ts';

test.each([
  ['channels', 'Post it in all the channels', true],
  ['channels', 'Post it in every channel', true],
  ['channels', 'Read the list of channels, then post it in each of them', true],
  ['channels', 'Post all news in my channel', false],
  ['channels', 'Post it in the channel', false],
  ['channels', 'Post it to everyone', false],
  [['channels', 'Kanäle'], 'Schreib es in alle öffentlichen Kanäle', true],
  ['canales', 'Publícalo en todos los canales', true],
  ['membres', 'Écris à tous les membres', true],
  ['members', 'Tell everybody', true],
  ['files', 'Delete both of the old files.', true],
  ['files', 'All is well. Which files are new?', false],
  [/\bthe whole team\b/g, 'Invite the whole team', true],
] as const)('%s in "%s": %s', (nouns, said, expected) => {
  const pattern = everyoneWords(nouns);
  expect([pattern.test(said), pattern.test(said)]).toEqual([expected, expected]);
});
