import { expect, test } from 'vitest';

import { createHooks } from '../create-hooks.ts';

const hook = (): undefined => undefined;

test.each<[string, unknown, string]>([
  ['an id that is no text', { id: 5 }, 'id is 5 in a session; pass a string'],
  ['an empty id', { id: '' }, 'the id of a session is empty or missing; pass a text'],
  ['a name for the user', { user: 'ada' }, 'user is "ada" in a session; pass an object'],
  ['a user without an id', { user: {} }, 'the id of its user is empty or missing'],
  ['an id that is no well-formed text', { id: '\ud800' }, 'half of a surrogate pair; pass'],
  ['such a user', { user: { id: 'a\udfff' } }, 'half of a surrogate pair; pass'],
  ['a misspelt user', { user: { id: 'ada', nam: 'Ada' } }, 'did you mean name?'],
])('a session is refused with %s', async (_, session, message) => {
  await expect(createHooks().inSession(session as object, hook)).rejects.toThrow(message);
});

test('a session without anything to run says so', async () => {
  const nothing = undefined as unknown as () => void; // JavaScript can leave the function out
  await expect(createHooks().inSession({ id: 's' }, nothing)).rejects.toThrow(
    '[invalid_option] inSession got nothing to run; write inSession({ id }, async () => …)',
  );
});

test('a session is not ended under what is no id', async () => {
  await expect(createHooks().endSession({ id: 'thread-7' } as never)).rejects.toThrow(
    '[invalid_option] id is an object in a session; pass a string',
  );
});
