import { createHooks, deny, textOf } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { SECRET } from '../../test/secret-answers.ts';

type Body = Readonly<Record<string, unknown>>;

const part = { type: 'output_text', text: SECRET, annotations: [] };
const message = { type: 'message', id: 'm', role: 'assistant', status: 'completed' };
const said = { ...message, content: [part] };
const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'tell', arguments: '{}' };
const here = { item_id: 'm', output_index: 0, content_index: 0 };

const created = { type: 'response.created', response: { id: 'r', output: [] } };
const begun = [
  created,
  { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
  { type: 'response.output_text.delta', ...here, delta: SECRET.slice(0, 3) },
  { type: 'response.output_text.delta', ...here, delta: SECRET.slice(3) },
];
const done = { type: 'response.output_item.done', output_index: 0, item: said };
const calling = [
  { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
  { type: 'response.function_call_arguments.delta', item_id: 'f', output_index: 1, delta: '{}' },
];
const called = { type: 'response.output_item.done', output_index: 1, item: call };
const whole = [...begun, done, ...calling, called];
const end = (...output: readonly object[]): Body => ({
  type: 'response.completed',
  response: { id: 'r', status: 'completed', output },
});
const transcript = { type: 'response.audio.transcript.delta', delta: SECRET };
const refusal = { type: 'response.refusal.delta', ...here, delta: SECRET };
const emptied = { ...done, item: { ...said, content: [] } };

/** Items without an id or a place, as some services send them. */
const bare = ['tell', 'look'].map((name) => {
  const item = { type: 'function_call', call_id: name, name, arguments: '{}' };
  return { type: 'response.output_item.done', item };
});

const streams: readonly (readonly [what: string, texts: number, calls: number, Body[]])[] = [
  ['a whole stream', 1, 1, [...whole, end(said, call)]],
  ['an end without items', 1, 1, [...whole, end()]],
  ['an end without the call', 1, 1, [...whole, end(said)]],
  ['an end with other ids', 1, 1, [...whole, end({ ...said, id: 'x' }, { ...call, id: 'y' })]],
  [
    'an end in another form',
    1,
    1,
    [
      ...whole,
      end(
        { content: [{ logprobs: null, ...part }], role: 'assistant', type: 'message', id: 'x' },
        { ...call, id: 'y', call_id: 'z' },
      ),
    ],
  ],
  ['an end with another call', 1, 2, [...whole, end(said, { ...call, name: 'look' })]],
  ['a call in the end alone', 1, 1, [...begun, done, end(said, call)]],
  ['items after the end', 1, 1, [created, end(), ...whole]],
  ['items that do not end', 1, 1, [...begun, ...calling, end()]],
  ['a message that ends empty', 1, 0, [...begun, emptied, end({ ...said, content: [] })]],
  ['calls without ids', 0, 2, [created, ...bare, end()]],
  ['a text without an item', 1, 0, [created, ...begun.slice(2), end()]],
  ['a stream that breaks off in a text', 1, 0, begun],
  ['a stream that breaks off in a call', 1, 1, [...begun, done, ...calling]],
  ['a stream that breaks off in a refusal', 1, 0, [created, refusal]],
  ['a stream that breaks off in a transcript', 1, 0, [created, transcript]],
];

describe.each(streams)('in %s of responses', (_what, texts, calls, events) => {
  const open = () => {
    const hooks = createHooks();
    const read: string[] = [];
    hooks.addHook('onResponse', ({ response }) => void read.push(textOf(response)));
    return { hooks, read };
  };

  test('hooks read each text once, and what they leave alone leaves as it came', async () => {
    const { hooks, read } = open();
    const left = await askFetch(hooks, '/responses', events);
    expect(read).toEqual([SECRET.repeat(texts)]);
    expect(left).toBe(await askFetch(createHooks(), '/responses', events));
  });

  test('hooks are asked about each call', async () => {
    const { hooks } = open();
    const asked: string[] = [];
    hooks.addHook('preToolCall', (context) => {
      asked.push(context.call.name);
      return deny('not now');
    });
    const left = await askFetch(hooks, '/responses', events);
    expect(asked).toHaveLength(calls);
    expect(left).not.toContain('"name":"tell"');
  });

  test('a denied answer does not leave', async () => {
    const { hooks } = open();
    hooks.addHook('onResponse', ({ response }) =>
      textOf(response).includes(SECRET) ? deny('not that word') : undefined,
    );
    const left = await askFetch(hooks, '/responses', events);
    expect(left).not.toContain(SECRET.slice(0, 3));
    expect(left).not.toContain(SECRET.slice(3));
  });
});
