import { expect, test } from 'vitest';

import { eventOf, type SsePart } from '../sse/part.ts';
import { lastWord } from './last-word.ts';
import { splitChunk } from './split.ts';
import { writeChunk } from './texts.ts';

const chunk = (delta: object): SsePart =>
  eventOf({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] });
const call = { index: 0, id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } };

/** Returns the parts that leave for these. */
const leaving = (parts: readonly SsePart[]): readonly SsePart[] => {
  const word = lastWord();
  return parts.flatMap((part) => word(part) ?? []);
};

test('an event that was split leaves as it came, once all of its parts passed', () => {
  const sent = [chunk({ content: 'Nine.', tool_calls: [call] }), chunk({ content: 'Ten.' })];
  expect(leaving(sent.flatMap(splitChunk))).toEqual(sent);
});

test('one changed part leaves in its place among the others', () => {
  const [text, ...calls] = splitChunk(chunk({ content: 'Nine.', tool_calls: [call] }));
  const left = leaving([writeChunk(text!, 'Ten.'), ...calls]);
  expect(left.map(({ raw }) => raw).join('')).toBe(
    [writeChunk(text!, 'Ten.'), ...calls].map(({ raw }) => raw).join(''),
  );
});

test('parts whose sisters were taken out leave before what follows', () => {
  const [text] = splitChunk(chunk({ content: 'Nine.', tool_calls: [call] }));
  const next = splitChunk(chunk({ content: 'Ten.', tool_calls: [call] }));
  const last = chunk({ content: 'Done.' });
  const raw = [text!, ...next.slice(0, 1), last].map((part) => part.raw).join('');
  expect(
    leaving([text!, next[0]!, last])
      .map((part) => part.raw)
      .join(''),
  ).toBe(raw);
});
