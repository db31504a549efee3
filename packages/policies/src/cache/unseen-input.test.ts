import type { ModelRequest } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { besideRequest, readsMore } from './unseen-input.ts';

const host = (
  native: unknown,
  framework = 'openai-agents',
): { framework: string; version: string; native: unknown } => ({
  framework,
  version: '1',
  native,
});

describe('what a request does not show', () => {
  test.each<[string, unknown, boolean]>([
    ['a conversation of the provider', { conversationId: 'conv_1' }, true],
    ['an earlier response', { previousResponseId: 'resp_1' }, true],
    ['neither', { conversationId: undefined, previousResponseId: null, input: [] }, false],
    ['no native request', undefined, false],
  ])('is looked for in the request of the host: %s', (_, native, more) => {
    expect(readsMore({ messages: [] }, host(native))).toBe(more);
  });

  test('is taken along where the OpenAI Agents SDK keeps it beside its settings', () => {
    const [text, json] = ['text', { type: 'json_schema', name: 'price' }].map((outputType) =>
      besideRequest(host({ outputType, handoffs: [{ toolName: 'transfer_to_billing' }] })),
    );
    expect(text).toEqual([[], 'text', null, ['transfer_to_billing']]);
    expect(json).not.toEqual(text);
    expect(besideRequest(host({ outputType: 'x' }, 'ai-sdk'))).toEqual([[]]);
    expect(besideRequest(host(undefined))).toEqual([[], null, null, null]);
  });

  test.each(['ai-sdk', 'langchain', 'openai', 'openai-agents'])(
    "holds on %s how the provider's own tools are set up, or the answer is not kept",
    (framework) => {
      const search = (store: string) => ({
        tools: [
          { type: 'function', name: 'refund' },
          { type: 'file_search', vector_store_ids: [store] },
        ],
      });
      const beside = (native: unknown) => besideRequest(host(native, framework));
      expect(beside(search('a'))).toEqual(beside(search('a')));
      expect(beside(search('a'))).not.toEqual(beside(search('b')));
      const request: ModelRequest = {
        messages: [],
        tools: [{ name: 'file_search', origin: 'provider' }],
      };
      expect(readsMore(request, host(search('a'), framework))).toBe(false);
      expect(readsMore(request, host({ tools: [] }, framework))).toBe(true);
    },
  );

  test('holds of the openai client who speaks and how an image is read, and no ids of items', () => {
    const beside = (item: object) => besideRequest(host({ messages: [item] }, 'openai'));
    const hello = { role: 'user', content: 'hello' };
    expect(beside({ ...hello, name: 'ada' })).not.toEqual(beside({ ...hello, name: 'bob' }));
    expect(beside({ ...hello, id: 'msg_1' })).toEqual(beside({ ...hello, id: 'msg_2' }));
    const image = (detail: string) => ({ type: 'image_url', image_url: { url: '/a.png', detail } });
    const seen = ['low', 'high'].flatMap((detail) => [
      beside({ role: 'user', content: [image(detail)] }),
      beside({ role: 'user', content: [{ type: 'input_image', detail }] }),
    ]);
    expect(seen[0]).not.toEqual(seen[2]);
    expect(seen[1]).not.toEqual(seen[3]);
    expect(besideRequest(host({ input: 'hello' }, 'openai'))).toEqual([[], null]);
  });
});
