import type { Message, Part } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { call, made } from '../../../../test/redaction-talk.ts';
import { redactPersonal } from '../../../redact-personal/index.ts';
import { redactSecrets } from '../../../redact-secrets/index.ts';

expect.extend(policyMatchers);

const text = (said: string): Part => ({ type: 'text', text: said });
const said = (...texts: readonly string[]): Message => ({
  role: 'user',
  content: texts.map(text),
});
const hidden = async (message: Message, policy = made()): Promise<Message | undefined> => {
  const { value } = await tryPolicy(policy, 'onUserMessage', { message });
  return value;
};

describe('a value split over adjacent texts', () => {
  test('is hidden as one value, and leaves no piece in any of them', async () => {
    expect(await hidden(said('to ann@ma', 'il.c', 'om, please'))).toEqual(
      said('to <EMAIL_1>', ', please'),
    );
    expect(await hidden(said('1 411111111111', '1111 5', 'and bob@mail.com'))).toEqual(
      said('1 <CARD_1>', ' 5', 'and <EMAIL_1>'),
    );
  });

  test('gets the token of the same value in one text', async () => {
    const messages = [said('ann@mail.com'), said('bob@', 'mail.com'), said('ann@', 'mail.com')];
    const { value } = await tryPolicy(made(), 'preRequest', { request: { messages } });
    expect(value?.messages).toEqual([said('<EMAIL_1>'), said('<EMAIL_2>'), said('<EMAIL_1>')]);
  });

  test('leaves texts without a find the same objects', async () => {
    const message = said('hello ', 'ann@', 'mail.com', ' bye');
    const after = await hidden(message);
    expect(after?.content).toHaveLength(3);
    expect(after?.content[0]).toBe(message.content[0]);
    expect(after?.content[2]).toBe(message.content[3]);
    const plain = said('hello', 'there');
    expect(await hidden(plain)).toBe(plain);
  });

  test('is hidden beside what only one text alone shows', async () => {
    const policy = redactPersonal({ reversible: false });
    expect(
      await hidden(said('4111 1111 1111 1111', '5 x ann@mail', '.example.com'), policy),
    ).toEqual(said('<CREDIT_CARD>', '5 x <EMAIL_ADDRESS>'));
  });

  test('is hidden behind its name in the text before, and in long texts', async () => {
    const policy = redactSecrets({ reversible: false });
    const after = await hidden(said('the password: ', 'hunter2horse!x9'), policy);
    expect(JSON.stringify(after)).not.toContain('hunter2');
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkq\n'.repeat(90)}-----END PRIVATE KEY-----`;
    const long = 'all is well. '.repeat(900);
    const parts = said(long + key.slice(0, 1200), key.slice(1200) + long);
    expect(JSON.stringify(await hidden(parts, policy))).not.toContain('MIIE');
  });

  test('is hidden in answers, reasoning, tool results and JSON cut in two', async () => {
    const response = { content: said('ann@', 'mail.com').content };
    const request = { messages: [] };
    const answered = await tryPolicy(made(), 'onResponse', { response, request });
    expect(answered.value).toEqual({ content: [text('<EMAIL_1>')] });
    const result = { content: [text('ann@'), text('mail.com'), { type: 'image', data: 'QQ==' }] };
    const told = await tryPolicy(made(), 'onToolCallResult', { call: call({}), result });
    expect(told.value).toEqual({ content: [text('<EMAIL_1>'), { type: 'image', data: 'QQ==' }] });
    expect(await hidden(said('{"to":"ann\\u0040', 'mail.com"}'))).toEqual(
      said('{"to":"<EMAIL_1>"}'),
    );
  });

  test('is looked for in many pieces of one long word within the budget', async () => {
    const message = said(...Array.from({ length: 200 }, () => 'a'.repeat(600)));
    const trial = await tryPolicy(redactSecrets({ reversible: false }), 'onUserMessage', {
      message,
    });
    expect(trial).toAllow();
  });

  test('is not made of texts that something else divides', async () => {
    const data: Part = { type: 'data', data: 1 };
    const content = [text('ann@'), data, text('mail.com')];
    const message: Message = { role: 'user', content };
    expect(await hidden(message)).toBe(message);
  });
});
