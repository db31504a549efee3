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
    expect(text).toEqual(['text', null, ['transfer_to_billing']]);
    expect(json).not.toEqual(text);
    expect(besideRequest(host({ outputType: 'x' }, 'ai-sdk'))).toBeNull();
    expect(besideRequest(host(undefined))).toEqual([null, null, null]);
  });
});
