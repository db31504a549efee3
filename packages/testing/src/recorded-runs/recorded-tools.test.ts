import { describe, expect, test } from 'vitest';
import { readRun } from './run/read-run.ts';
import { RecordedToolError, recordedTools } from './recorded-tools.ts';

const user = { role: 'user', content: 'x' };
const asks = (name: string, args: object, id = 'same') => ({
  role: 'assistant',
  tool_calls: [{ id, name, args }],
});
const result = (content: string, error: string | null = null, id = 'same') => ({
  role: 'tool',
  tool_call_id: id,
  content,
  error,
});

describe('recordedTools', () => {
  test('give the recorded results and throw the recorded errors', () => {
    const run = readRun({
      messages: [
        user,
        asks('read', {}, 'a'),
        result('text', null, 'a'),
        asks('read', {}, 'b'),
        result('', 'gone', 'b'),
      ],
    });
    const read = recordedTools(run).get('read');
    expect(read?.({ chat: 0, callId: 'a' })).toBe('text');
    expect(() => read?.({ chat: 0, callId: 'b' })).toThrow(new RecordedToolError('gone'));
    expect(String(new RecordedToolError('gone'))).toBe('gone');
  });

  test('give an empty text where no result was recorded', () => {
    const run = readRun({ messages: [user, asks('read', {})] });
    expect(recordedTools(run).get('read')?.({ chat: 0, callId: 'same' })).toBe('');
  });

  test('tell calls of one id apart by chat, name, arguments and order', () => {
    const run = readRun({
      messages: [
        user,
        asks('read', { of: 1 }),
        result('one'),
        asks('write', {}),
        result('written'),
        asks('read', { of: 2 }),
        result('two'),
        asks('read', { of: 2 }),
        result('two again'),
        user,
        asks('read', { of: 1 }),
        result('other chat'),
      ],
    });
    const read = recordedTools(run).get('read');
    expect(read?.({ chat: 0, callId: 'same', args: { of: 2 } })).toBe('two');
    expect(read?.({ chat: 0, callId: 'same', args: { of: 2 } })).toBe('two again');
    expect(read?.({ chat: 0, callId: 'same', args: { of: 2 } })).toBe('two again');
    expect(read?.({ chat: 0, callId: 'same', args: { of: 1 } })).toBe('one');
    expect(read?.({ chat: 1, callId: 'same', args: { of: 1 } })).toBe('other chat');
    expect(recordedTools(run).get('write')?.({ chat: 0, callId: 'same' })).toBe('written');
  });

  test('find a call whose arguments a policy changed', () => {
    const run = readRun({ messages: [user, asks('pay', { amount: 500 }), result('paid')] });
    expect(recordedTools(run).get('pay')?.({ chat: 0, callId: 'same', args: { amount: 5 } })).toBe(
      'paid',
    );
  });

  test('refuse a call that was not recorded', () => {
    const run = readRun({ messages: [user, asks('read', {}), result('text')] });
    const read = recordedTools(run).get('read');
    expect(() => read?.({ chat: 0, callId: 'other' })).toThrow(
      /^\[call_not_recorded\] chat 0 of run has no call 'other' of read; /,
    );
    expect(() => read?.({ chat: 1, callId: 'same' })).toThrow('[call_not_recorded]');
    expect(recordedTools(run).get('write')).toBeUndefined();
  });
});
