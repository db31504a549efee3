import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';

const message = { type: 'message', id: 'm', role: 'assistant', status: 'completed' };
const part = { type: 'output_text', text: 'Ten euros.', annotations: [] };
const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'pay', arguments: '' };
const at = { output_index: 0 };
const ofPart = { item_id: 'm', content_index: 0, ...at };

/** Streams of services that send no event for the end of a text. */
const streams: Readonly<Record<string, readonly object[]>> = {
  'a message': [
    { type: 'response.output_item.added', ...at, item: { ...message, content: [] } },
    { type: 'response.output_text.delta', ...ofPart, delta: part.text },
    { type: 'response.output_item.done', ...at, item: { ...message, content: [part] } },
  ],
  'a part': [
    { type: 'response.output_item.added', ...at, item: { ...message, content: [] } },
    { type: 'response.output_text.delta', ...ofPart, delta: part.text },
    { type: 'response.content_part.done', ...ofPart, part },
    { type: 'response.output_item.done', ...at, item: { ...message, content: [part] } },
  ],
  'a call': [
    { type: 'response.output_item.added', ...at, item: call },
    { type: 'response.function_call_arguments.delta', ...at, item_id: 'f', delta: '"Ten euros."' },
    { type: 'response.output_item.done', ...at, item: { ...call, arguments: '"Ten euros."' } },
  ],
};

test.each(Object.entries(streams))(
  '%s ends with its text, also where no event ends the text and a window holds it back',
  async (_what, events) => {
    const end = { type: 'response.completed', response: { id: 'r', status: 'completed' } };
    const answer = [...events, end];
    const left = async (by?: string): Promise<string> => {
      const hooks = createHooks();
      hooks.addHook(
        'onResponseDelta',
        ({ delta }) => (by === undefined ? undefined : { delta: delta.replace('Ten', by) }),
        { window: 50 },
      );
      return askFetch(hooks, '/responses', answer);
    };
    expect(await left()).toBe(await askFetch(createHooks(), '/responses', answer));
    const changed = await left('Six');
    expect(changed).not.toContain('Ten');
    expect(changed.match(/Six euros\./g)).toHaveLength(events.length - 1);
    const [first, last] = [/\.delta"/, /output_item\.done"/].map((each) => changed.search(each));
    expect(first).toBeLessThan(last!);
  },
);

test('a part keeps its text where each event gives the item another id, and hooks judge the text', async () => {
  const end = { type: 'response.completed', response: { id: 'r', status: 'completed' } };
  const answer = [
    { type: 'response.output_text.delta', ...ofPart, item_id: 'a', delta: part.text },
    { type: 'response.content_part.done', ...ofPart, item_id: 'b', part },
    end,
  ];
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  expect(await askFetch(hooks, '/responses', answer)).toBe(
    await askFetch(createHooks(), '/responses', answer),
  );
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('Ten', 'Six') }));
  const changed = await askFetch(hooks, '/responses', answer);
  expect(changed).not.toContain('Ten');
  expect(changed.match(/Six euros/g)).toHaveLength(2);
});
