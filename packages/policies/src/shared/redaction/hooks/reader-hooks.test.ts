import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { StreamTails } from './stream-tails.ts';
import { knowing, made, talk, vaultKey } from '../../../../test/redaction-talk.ts';

expect.extend(policyMatchers);

test('of two streams that say the same at once, neither lets go what the other holds', () => {
  const tails = new StreamTails(() => 0);
  tails.hold('mail ann@mail.com', 12);
  tails.hold('mail ann@mail.com', 0);
  expect(tails.heldOf('mail ann@mail.com')).toBe(12);
});

describe('towards the reader', () => {
  const says = (text: string) => ({ content: [{ type: 'text', text }] }) as const;

  test('shows what came from the reader, and hides what the model wrote of its own', async () => {
    const response = says('<EMAIL_1> ann@mail.com eve@mail.com');
    expect(await tryPolicy(made(), 'onResponse', { response }, { state: knowing })).toModify(
      says('ann@mail.com ann@mail.com <EMAIL_2>'),
    );
  });

  test('what the model wrote of its own stays hidden when it repeats the token', async () => {
    const vault = {
      values: { '<EMAIL_1>': 'eve@mail.com' },
      counts: { EMAIL: 1 },
      hidden: ['<EMAIL_1>'],
      literals: [],
    };
    const state = { [vaultKey]: vault };
    expect(
      await tryPolicy(made(), 'onResponse', { response: says('<EMAIL_1>') }, { state }),
    ).toAllow();
    const { userSays, modelSays } = talk();
    expect(await modelSays('eve@mail.com')).toBe('<EMAIL_1>');
    expect(await modelSays('<EMAIL_1>')).toBe('<EMAIL_1>');
    await userSays('eve@mail.com');
    expect(await modelSays('<EMAIL_1>')).toBe('eve@mail.com');
  });

  test('leaves tokens, and the model its words, where asked to', async () => {
    const response = says('<EMAIL_1> eve@mail.com');
    const state = { state: knowing };
    expect(
      await tryPolicy(made({ restoreInAnswers: false }), 'onResponse', { response }, state),
    ).toModify(says('<EMAIL_1> <EMAIL_2>'));
    expect(
      await tryPolicy(made({ redactAnswers: false }), 'onResponse', { response }, state),
    ).toModify(says('ann@mail.com eve@mail.com'));
    expect(
      await tryPolicy(
        made({ redactAnswers: false, restoreInAnswers: false }),
        'onResponse',
        { response },
        state,
      ),
    ).toAllow();
  });

  test('tool calls in an answer keep their tokens', async () => {
    const response = {
      content: [{ type: 'tool-call', id: '1', name: 'send', args: { to: '<EMAIL_1>' } }],
    } as const;
    expect(await tryPolicy(made(), 'onResponse', { response }, { state: knowing })).toAllow();
  });
});
