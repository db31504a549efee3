import { memoryStore, type StateStore } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cards, emails, talk } from '../../../../test/redaction-talk.ts';

describe('always', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'ann@mail.com',
      'bob@mail.com',
      '4111111111111111',
      '<EMAIL_1>',
      '<EMAIL_2>',
      '<CARD_1>',
      '<',
      '<EMAIL_',
      '1>',
      '{"a":',
      '"',
      '}',
      ' ',
    ),
    fc.string(),
  );
  const texts = fc.array(word).map((words) => words.join(''));

  test('hiding and then revealing is the identity, also where somebody typed tokens', async () => {
    const { toolSays, toolGets } = talk();
    let session = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(texts, fc.jsonValue()), { maxLength: 4 }),
        async (parts) => {
          const id = String(session++);
          const hidden = await toolSays(parts, id);
          expect(await toolGets(hidden, id)).toEqual(parts);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('what is hidden holds nothing that a detector finds', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const hidden = await talk().userSays(text);
        expect([...emails.find(hidden), ...cards.find(hidden)]).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('one session never reads the values of another', async () => {
    const { userSays, toolGets, modelSays } = talk();
    expect(await userSays('ann@mail.com', 'a')).toBe('<EMAIL_1>');
    expect(await userSays('<EMAIL_1>', 'b')).toBe('<EMAIL_1>');
    expect(await toolGets('<EMAIL_1>', 'b')).toBe('<EMAIL_1>');
    expect(await modelSays('<EMAIL_1>', 'b')).toBe('<EMAIL_1>');
    expect(await userSays('bob@mail.com', 'b')).toBe('<EMAIL_2>');
    expect(await toolGets('<EMAIL_1> <EMAIL_2>', 'b')).toBe('<EMAIL_1> bob@mail.com');
    expect(await toolGets('<EMAIL_1> <EMAIL_2>', 'a')).toBe('ann@mail.com <EMAIL_2>');
  });

  test('parallel calls of one session agree on tokens, also over a store that answers later', async () => {
    const { toolSays, toolGets, modelSays } = talk(later(memoryStore()));
    const said = ['ann@mail.com', 'bob@mail.com', 'ann@mail.com'];
    const [first, second, third] = await Promise.all(said.map((result) => toolSays(result)));
    expect(new Set([first, second])).toEqual(new Set(['<EMAIL_1>', '<EMAIL_2>']));
    expect(third).toBe(first);
    expect(await Promise.all([first, second, third].map((token) => toolGets(token)))).toEqual(said);
    expect(await modelSays(`${String(first)} eve@mail.com`)).toBe('ann@mail.com <EMAIL_3>');
  });
});

function later(store: StateStore): StateStore {
  return {
    get: async (key) => store.get(key),
    set: async (...given) => store.set(...given),
    update: async (...given) => store.update(...given),
    clear: async (prefix) => store.clear(prefix),
  };
}
