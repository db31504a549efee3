import { frozenCopy } from '@interpose/core/adapter';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { NativeResult } from './native.ts';
import { responseToContract } from './response-to-contract.ts';
import { result } from '../../test/native-arbitraries.ts';

/** Returns the paths of all objects and lists in a value that are not frozen. */
function unfrozenIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, item]) => unfrozenIn(item, `${path}.${key}`));
  return Object.isFrozen(value) ? inside : [path, ...inside];
}

test('an answer is frozen all the way down where it is made, and the native one is not', () => {
  fc.assert(
    fc.property(result, (native) => {
      const before = unfrozenIn(native, 'native');
      expect(unfrozenIn(responseToContract(native, frozenCopy), 'response')).toEqual([]);
      expect(unfrozenIn(native, 'native')).toEqual(before);
    }),
  );
});

test('so are nested arguments, results, citations and metadata', () => {
  const url = 'https://example.com';
  const native: NativeResult = {
    content: [
      { type: 'text', text: 'Ten euros.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{"deep":[{"er":1}]}' },
      { type: 'tool-result', toolCallId: 'a', toolName: 'f', result: { deep: [{ er: 1 }] } },
      { type: 'source', sourceType: 'url', id: 's', url, title: 'Example' },
    ],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 2, text: 2, reasoning: 0 },
    },
    providerMetadata: { openai: { logprobs: [{ token: 'Ten' }] } },
    warnings: [],
  };
  const response = responseToContract(native, frozenCopy);
  expect(response).toMatchObject({
    citations: [{ url }],
    metadata: { openai: { logprobs: [{ token: 'Ten' }] } },
  });
  expect(unfrozenIn(response, 'response')).toEqual([]);
});
