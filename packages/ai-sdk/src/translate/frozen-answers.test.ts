import { frozenCopy } from '@interpose/core/adapter';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { NativeContent, NativeResult } from './native.ts';
import { responseToContract } from './response-to-contract.ts';
import { result } from '../../test/native-arbitraries.ts';

/** Where in a value, all the way down, lies an object or a list that could be edited. */
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
  const content = [
    { type: 'text', text: 'Ten euros.' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{"deep":[{"er":1}]}' },
    { type: 'tool-result', toolCallId: 'a', toolName: 'f', result: { deep: [{ er: 1 }] } },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com', title: 'Example' },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1]) } },
  ] as unknown as NativeContent[];
  const native = {
    content,
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
    providerMetadata: { openai: { logprobs: [{ token: 'Ten' }] } },
    warnings: [],
  } as unknown as NativeResult;
  const response = responseToContract(native, frozenCopy);
  expect(response).toMatchObject({
    citations: [{ url: 'https://example.com' }],
    metadata: { openai: { logprobs: [{ token: 'Ten' }] } },
  });
  expect(unfrozenIn(response, 'response')).toEqual([]);
});
