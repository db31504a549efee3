import { createHooks } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { talk } from '../../test/redaction-talk.ts';
import { redactPersonal, type RedactPersonalOptions } from './redact-personal.ts';
import { worstSteps } from './worst-steps.ts';

expect.extend(policyMatchers);

function policyTalk(options?: RedactPersonalOptions) {
  return talk(undefined, redactPersonal(options));
}

test('hides every built-in type by default, and gives the values back', async () => {
  const { userSays, toolGets } = policyTalk();
  const said = 'ann@mail.example.com, 4111111111111111, +1 415 555 2671, 192.168.17.4, 078-05-1120';
  const hidden = await userSays(said);
  expect(hidden).toBe(
    '<EMAIL_ADDRESS_1>, <CREDIT_CARD_1>, <PHONE_NUMBER_1>, <IP_ADDRESS_1>, <US_SSN_1>',
  );
  expect(await toolGets(hidden)).toBe(said);
});

test('hides numbers of more digits than a number holds', async () => {
  const { toolSays, toolGets } = policyTalk();
  const card = 6304000000000000000;
  expect(await toolSays({ card })).toEqual({ card: '<CREDIT_CARD_1>' });
  expect(await toolGets({ card: '<CREDIT_CARD_1>' })).toEqual({ card });
  expect(await toolSays('{"card":6304000000000000000}')).toBe('{"card":"<CREDIT_CARD_2>"}');
});

test('hides the chosen types only', async () => {
  const { userSays } = policyTalk({ types: ['EMAIL_ADDRESS'] });
  expect(await userSays('ann@mail.example.com 192.168.17.4')).toBe(
    '<EMAIL_ADDRESS_1> 192.168.17.4',
  );
});

test('hides patterns and lists of the own making beside the built-in types', async () => {
  const { userSays, modelSays } = policyTalk({
    patterns: [{ type: 'TICKET', pattern: /\bT-\d{6}\b/g }],
    lists: { CUSTOMER: ['Ann Example', 'Ann', 'Bob-Ä'] },
  });
  expect(await userSays('ANN EXAMPLE, annexe, ann, bob-ä: T-123456')).toBe(
    '<CUSTOMER_1>, annexe, <CUSTOMER_2>, <CUSTOMER_3>: <TICKET_1>',
  );
  expect(await modelSays('<CUSTOMER_3> has <TICKET_1>')).toBe('bob-ä has T-123456');
});

test('takes an object of RE2 as it is', async () => {
  const pattern = { [Symbol.matchAll]: (text: string) => text.matchAll(/x+/g) };
  expect(await policyTalk({ patterns: [{ type: 'X', pattern }] }).userSays('axxa')).toBe('a<X_1>a');
});

describe('refuses when it is made', () => {
  test.each<[string, RedactPersonalOptions]>([
    ['an unknown type', { types: ['PERSON' as never] }],
    ['nothing to look for', { types: [] }],
    ['a pattern without an upper bound', { patterns: [{ type: 'T', pattern: /a+/g }] }],
    ['nested repetitions', { patterns: [{ type: 'T', pattern: /(?:a{1,30}){1,30}b/g }] }],
    [
      'many repetitions in a row',
      { patterns: [{ type: 'T', pattern: /a{0,64}a{0,64}a{0,64}b/g }] },
    ],
    ['no pattern', { patterns: [undefined as never] }],
    ['a length that is none', { patterns: [{ type: 'T', pattern: /a/g, longest: NaN }] }],
    ['a pattern that is not global', { patterns: [{ type: 'T', pattern: /a/ }] }],
    ['a type that is no word', { patterns: [{ type: 'my type', pattern: /a/g }] }],
    ['an empty entry', { lists: { NAME: [' '] } }],
    ['a list whose name is no type', { lists: { name: ['Ann'] } }],
  ])('%s', (_, options) => {
    expect(() => redactPersonal(options)).toThrow('[invalid_option]');
  });
});

test('counts the ways through a pattern', () => {
  expect(worstSteps(/ab|c[de]{2,5}(?=f?)/g)).toBe(9);
  expect(worstSteps(/(?:a|b){1,3}/g)).toBe(14);
  expect(worstSteps(/(?<!x*)a/g)).toBe(Infinity);
});

describe('a stream', () => {
  const chunksOf = (text: string, size: number): string[] =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );

  test('of any chunks says what the whole text says, and holds back no more than an unfinished word or number', async () => {
    const text =
      'Hello <EMAIL_ADDRESS_1>, mallory@mail.example.com called +1 415 555 2671 (or 4111 1111 1111 1111) in 2024. See https://a.example.com/x?y=1, Ann Ex and Ann Example; <EMAIL_ADDRESS_9> <b>1 < 2</b>.';
    const whole =
      'Hello ann@mail.example.com, <EMAIL_ADDRESS_2> called <PHONE_NUMBER_1> (or <CREDIT_CARD_1>) in 2024. See <URL_1>, Ann Ex and <NAME_1>; <EMAIL_ADDRESS_9> <b>1 < 2</b>.';
    for (const size of [1, 2, 3, 5, 7, 11, 200])
      expect(await streamed(chunksOf(text, size)), `chunks of ${size}`).toBe(whole);
  });

  test('of plain words leaves word by word', async () => {
    const seen: string[] = [];
    await streamed(['The ', 'first ', 'words ', 'of ', 'it.'], (text) => void seen.push(text));
    expect(seen.slice(0, 4)).toEqual(['The ', 'first ', 'words ', 'of ']);
  });

  async function streamed(
    chunks: readonly string[],
    see: (text: string) => void = () => undefined,
  ): Promise<string> {
    const policy = redactPersonal({ lists: { NAME: ['Ann Example'] } });
    const hooks = createHooks({ policies: [policy] });
    const session = { id: 's' };
    const message = {
      role: 'user',
      content: [{ type: 'text', text: 'ann@mail.example.com' }],
    } as const;
    await hooks.dispatch('onUserMessage', { message }, { session });
    const hook = policy.hooks?.onResponseDelta as { readonly window: (text: string) => number };
    let pending = '';
    let sofar = '';
    for (const [index, chunk] of [...chunks, ''].entries()) {
      const last = index === chunks.length;
      const payload = { delta: pending + chunk, channel: 'text', sofar, last } as const;
      const said = await hooks.dispatch('onResponseDelta', payload, { session });
      const text = said.decision === 'modify' ? said.value : payload.delta;
      const released = last ? text : text.slice(0, text.length - hook.window(text));
      pending = text.slice(released.length);
      sofar += released;
      see(released);
    }
    return sofar;
  }
});

test('fails closed on what cannot be read', async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const call = { id: '1', name: 'find', args: {} };
  expect(
    await tryPolicy(
      redactPersonal(),
      'onToolCallResult',
      { call, result: cycle },
      { strict: false, onError: 'allow' },
    ),
  ).toDeny({ code: 'hook_failed' });
});
