import { readRun } from '@interpose/testing';
import { expect, test } from 'vitest';
import { expectTranscript } from './expect-transcript.ts';

test('every chat is expected with its answers, calls and outcomes', () => {
  const run = readRun({
    messages: [
      { role: 'user', content: 'Refund it.' },
      {
        role: 'assistant',
        content: 'At once.',
        tool_calls: [
          { id: 'a', name: 'refund', args: { amount: 5 } },
          { id: 'b', name: 'mail', args: {} },
          { id: 'c', name: 'log', args: {} },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
      { role: 'tool', tool_call_id: 'b', content: '', error: 'no address' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: 'It is done.' },
    ],
  });
  expect(expectTranscript(run)).toEqual([
    [
      {
        text: 'At once.',
        calls: [
          {
            id: 'a',
            name: 'refund',
            args: { amount: 5 },
            outcome: { kind: 'result', result: 'done' },
          },
          { id: 'b', name: 'mail', args: {}, outcome: { kind: 'error', message: 'no address' } },
          { id: 'c', name: 'log', args: {}, outcome: { kind: 'result', result: '' } },
        ],
      },
    ],
    [{ text: 'It is done.', calls: [] }],
  ]);
});
