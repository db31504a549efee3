import { gzipSync } from 'node:zlib';

import { createHooks, deny, textOf } from '@interpose/core';
import { expect, test } from 'vitest';

import { hookFetch } from '../index.ts';

const wish = { index: 0, id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } };
const chunks = [{ content: 'Pay' }, { content: 'ing.' }, { tool_calls: [wish] }].map((delta) => {
  const choice = { index: 0, delta, finish_reason: null };
  return `data: ${JSON.stringify({ id: 'c', choices: [choice] })}\n\n`;
});
const events = [...chunks, 'data: [DONE]\n\n'].join('');
const whole = JSON.stringify({
  choices: [{ message: { content: 'Paying.', tool_calls: [wish] } }],
});

function open(answer: BodyInit, stream: unknown) {
  const hooks = createHooks();
  const read: string[] = [];
  hooks.addHook('onResponse', ({ response }) => void read.push(textOf(response)));
  hooks.addHook('preToolCall', () => deny('not now'));
  const asked = { messages: [{ role: 'user', content: 'Pay.' }], stream };
  const sent = { method: 'POST', body: JSON.stringify(asked) };
  const fetch = hookFetch(async () => new Response(answer), hooks);
  return {
    read,
    left: fetch('https://api.test/v1/chat/completions', sent).then((got) => got.text()),
  };
}

test.each([true, 1, 'true'])('a stream asked for by %o passes the hooks', async (stream) => {
  const { read, left } = open(events, stream);
  expect(await left).not.toContain('"pay"');
  expect(read).toEqual(['Paying.']);
});

test.each([
  ['a stream of events', events],
  ['a stream that begins with a comment', `: hello\n\n${events}`],
  ['a stream that begins with a field nobody knows', `shop: open\n${events}`],
  ['a list of answers', `[${whole}]`],
  ['an answer in each line', `${whole}\n${whole}\n`],
  ['bytes that the fetch did not decompress', gzipSync(whole)],
  ['a text in another encoding', Buffer.from(whole, 'utf16le')],
])('%s in place of an answer does not leave', async (_what, answer) => {
  const { read, left } = open(answer, undefined);
  await expect(left).rejects.toThrow('[stream_unreadable]');
  expect(read).toEqual([]);
});

test.each(['Sorry: out of order.', '[shop] Closed.\n: data: none', '{{ answer }}'])(
  'a plain text in place of an answer is what hooks read (%s)',
  async (text) => {
    const { read, left } = open(text, undefined);
    expect([await left, read]).toEqual([text, [text]]);
  },
);
