import { describe, expect, test } from 'vitest';
import { readRun } from './read-run.ts';

const done = { role: 'assistant', content: 'Done.' };

describe('odd content and names', () => {
  test.each([
    [
      'parts with text',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      'ab',
      { content_in_parts: 1 },
    ],
    ['parts with content', [{ type: 'text', content: 'a' }], 'a', { content_in_parts: 1 }],
    [
      'a part without text',
      [{ type: 'image_url', image_url: {} }],
      '{"type":"image_url","image_url":{}}',
      { content_in_parts: 1, content_not_text: 1 },
    ],
    ['nothing', null, '', { missing_content: 1 }],
    ['a number', 42, '42', { content_not_text: 1 }],
    ['an object', { a: 1 }, '{"a":1}', { content_not_text: 1 }],
    ['half a character', '\ud800', '\ud800', { lone_surrogate: 1 }],
  ])('reads %s', (_, content, text, irregular) => {
    const run = readRun({ messages: [{ role: 'user', content }, done] });
    expect(run.chats[0]?.user).toEqual([text]);
    expect(run.irregular).toEqual(irregular);
  });

  test('reads the older spelling of a call', () => {
    const called = {
      role: 'assistant',
      content: null,
      function_call: { name: 'refund', arguments: '{}' },
    };
    const answered = { role: 'function', name: 'refund', content: 'ok' };
    const run = readRun({ messages: [{ role: 'user', content: 'x' }, called, answered, done] });
    expect(run.chats[0]?.turns[0]?.calls).toMatchObject([
      { name: 'refund', outcome: { content: 'ok' } },
    ]);
    expect(run.irregular).toEqual({ legacy_function_call: 1, call_without_id: 1 });
  });

  test('leaves messages of an unknown role out', () => {
    const run = readRun({
      messages: [{ role: 'user', content: 'x' }, { role: 'critic', content: 'y' }, done],
    });
    expect(run.irregular).toEqual({ unknown_role: 1 });
  });

  test('keeps tool names that the wire does not allow', () => {
    const calls = [{ id: 'c1', name: 'shop/refund item', args: {} }];
    const run = readRun({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', tool_calls: calls },
      ],
    });
    expect(run.tools).toEqual(['shop/refund item']);
    expect(run.irregular).toMatchObject({ unusual_tool_name: 1 });
  });
});
