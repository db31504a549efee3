import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { call, knowing, made, user, vaultKey } from '../../../../test/redaction-talk.ts';

expect.extend(policyMatchers);

describe('towards tools', () => {
  test('gives the real values back, deep, in JSON, and numbers as numbers', async () => {
    const vault = {
      values: { '<EMAIL_1>': 'a"b@mail.com', '<CARD_1>': 4111111111111111 },
      counts: {},
      hidden: [],
      literals: [],
    };
    const trial = await tryPolicy(
      made(),
      'preToolCall',
      {
        call: call({
          to: ['<EMAIL_1>'],
          text: 'to <EMAIL_1>',
          card: '<CARD_1>',
          json: '{"to":"<EMAIL_1>","card":"<CARD_1>"}',
        }),
      },
      { state: { [vaultKey]: vault } },
    );
    expect(trial).toModify(
      call({
        to: ['a"b@mail.com'],
        text: 'to a"b@mail.com',
        card: 4111111111111111,
        json: '{"to":"a\\"b@mail.com","card":4111111111111111}',
      }),
    );
  });

  test('a token that was never given out stays, and so does one of another policy', async () => {
    const args = { to: '<EMAIL_2>', key: '<KEY_1>' };
    expect(
      await tryPolicy(made(), 'preToolCall', { call: call(args) }, { state: knowing }),
    ).toAllow();
  });

  test('only the chosen tools get real values', async () => {
    const policy = made({ restoreForTools: (tool) => tool === 'mail' });
    const args = { to: '<EMAIL_1>' };
    const state = { state: knowing };
    expect(await tryPolicy(policy, 'preToolCall', { call: call(args) }, state)).toAllow();
    expect(
      await tryPolicy(policy, 'preToolCall', { call: { ...call(args), name: 'mail' } }, state),
    ).toModify();
    expect(
      await tryPolicy(made({ restoreForTools: false }), 'preToolCall', { call: call(args) }, state),
    ).toAllow();
  });

  test('a search gets real values too', async () => {
    expect(
      await tryPolicy(
        made(),
        'preKnowledgeQuery',
        { query: { text: 'mails of <EMAIL_1>' } },
        { state: knowing },
      ),
    ).toModify({ text: 'mails of ann@mail.com' });
  });
});

test('a model reads neither the code nor the name of an error as they were', async () => {
  const failed = { call: call({}), cause: 'threw' } as const;
  const of = { message: 'no such user', status: 404 };
  const cause = new Error('no such user');
  const coded = { ...of, code: 'no_user:ann@mail.com', name: 'NoUser bob@mail.com', cause };
  expect(await tryPolicy(made(), 'onToolCallError', { ...failed, error: coded })).toModify({
    ...of,
    code: 'no_user:<EMAIL_2>',
    name: 'NoUser <EMAIL_1>',
  });
  const plain = { ...of, code: 'no_user', name: 'NoUser', cause };
  expect(await tryPolicy(made(), 'onToolCallError', { ...failed, error: plain })).toAllow();
});

describe('irreversible', () => {
  test('puts placeholders, of the own making where given', async () => {
    const policy = made({ reversible: false });
    const trial = await tryPolicy(policy, 'onUserMessage', {
      message: user('ann@mail.com <EMAIL_1>'),
    });
    expect(trial).toModify(user('<EMAIL> <EMAIL_1>'));
    expect(await trial.session.state.get(vaultKey)).toBeUndefined();
    const starred = made({
      reversible: false,
      placeholder: (type, { length }) => `${type[0]}${'*'.repeat(length)}`,
    });
    expect(
      await tryPolicy(starred, 'onResponse', {
        response: { content: [{ type: 'text', text: 'eve@mail.com' }] },
      }),
    ).toModify({
      content: [{ type: 'text', text: `E${'*'.repeat(12)}` }],
    });
  });
});
