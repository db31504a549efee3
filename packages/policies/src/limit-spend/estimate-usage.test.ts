import type { ModelRequest } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { estimateUsage } from './estimate-usage.ts';

const asking = (text: string): ModelRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
});

describe('the estimate of a request', () => {
  test('grows with every byte, whatever the script', () => {
    expect(estimateUsage(asking('abc'), {}).inputTokens).toBe(8 + 1);
    expect(estimateUsage(asking('日本語'), {}).inputTokens).toBe(8 + 3);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        const [short, long] = [asking(one), asking(one + two)].map((each) =>
          estimateUsage(each, { bytesPerToken: 1 }),
        );
        expect(long!.inputTokens).toBeGreaterThanOrEqual(short!.inputTokens);
      }),
    );
  });

  test('counts instructions, tools, calls and results, and files by the piece', () => {
    const small = estimateUsage(asking('a'), {}).inputTokens;
    const more: ModelRequest = {
      instructions: 'Be brief.'.repeat(10),
      tools: [{ name: 'search', origin: 'local', description: 'd'.repeat(300) }],
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', id: '1', name: 'search', args: { q: 'x'.repeat(300) } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', id: '1', name: 'search', result: 'r'.repeat(300) }],
        },
      ],
    };
    expect(estimateUsage(more, {}).inputTokens).toBeGreaterThan(small + 300);
    const file = { type: 'file', mediaType: 'image/png', data: 'A'.repeat(1e6) } as const;
    const withFile: ModelRequest = { messages: [{ role: 'user', content: [file] }] };
    expect(estimateUsage(withFile, {}).inputTokens).toBe(2008);
    expect(estimateUsage(withFile, { fileTokens: 10 }).inputTokens).toBe(18);
  });

  test.each([
    ['maxOutputTokens'],
    ['maxTokens'],
    ['max_tokens'],
    ['max_completion_tokens'],
    ['max_output_tokens'],
  ])('reserves the maximum that %s names', (name) => {
    const settings = { [name]: 77 };
    expect(estimateUsage({ messages: [], settings }, {}).outputTokens).toBe(77);
    expect(estimateUsage({ messages: [], settings: { ...settings, n: 3 } }, {}).outputTokens).toBe(
      231,
    );
  });

  test('reserves the default where none is named, and takes an estimate of the app first', () => {
    expect(estimateUsage({ messages: [] }, {}).outputTokens).toBe(4096);
    expect(estimateUsage({ messages: [] }, { outputTokens: 5 }).outputTokens).toBe(5);
    expect(estimateUsage({ messages: [] }, { estimate: () => ({ outputTokens: 0 }) })).toEqual({
      inputTokens: expect.any(Number) as number,
      outputTokens: 0,
    });
  });
});
