import { describe, expect, test } from 'vitest';

import {
  mapText,
  textOf,
  type Message,
  type ModelRequest,
  type Part,
  type Textual,
} from '../index.ts';

const FILE: Part = { type: 'file', mediaType: 'image/png' };
const THOUGHT: Part = { type: 'reasoning', text: 'secretly' };
const text = (said: string): Part => ({ type: 'text', text: said });

const message: Message = {
  id: 'm',
  role: 'user',
  content: [text('one'), FILE, THOUGHT, text('two')],
};
const other: Message = { role: 'assistant', content: [text('three')] };
const request: ModelRequest = { model: 'x', messages: [message, other] };

describe('the text of a value', () => {
  test.each([
    ['a string', 'hello', 'hello'],
    ['a text part', text('hello'), 'hello'],
    ['another part', FILE, ''],
    ['reasoning', THOUGHT, ''],
    ['a message', message, 'one\ntwo'],
    ['a response', { content: [text('a'), text('b')] }, 'a\nb'],
    ['a request', request, 'one\ntwo\nthree'],
    ['an empty message', { role: 'user', content: [] }, ''],
  ])('that is %s', (_, value: Textual, expected) => {
    expect(textOf(value)).toBe(expected);
  });
});

describe('mapping the text of a value', () => {
  const shout = (said: string): string => said.toUpperCase();

  test('changes every text part and nothing else', () => {
    expect(mapText(request, shout)).toEqual({
      model: 'x',
      messages: [
        { ...message, content: [text('ONE'), FILE, THOUGHT, text('TWO')] },
        { ...other, content: [text('THREE')] },
      ],
    });
    expect(mapText('x', shout)).toBe('X');
    expect(mapText(text('x'), shout)).toEqual(text('X'));
  });

  test('keeps the identity of whatever does not change', () => {
    const same = (said: string): string => said;
    for (const value of [request, message, FILE, THOUGHT, text('x'), 'x'])
      expect(mapText(value, same)).toBe(value);
    const changed = mapText(request, (said) => (said === 'three' ? 'THREE' : said));
    expect(changed).not.toBe(request);
    expect(changed.messages[0]).toBe(message);
    const [first] = mapText(message, (said) => said.replace('two', '2')).content;
    expect(first).toBe(message.content[0]);
  });

  test('leaves the original alone', () => {
    mapText(request, shout);
    expect(textOf(request)).toBe('one\ntwo\nthree');
  });
});
