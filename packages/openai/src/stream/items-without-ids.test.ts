import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';

/** The events of a call as a service sends them that gives its items and their events these ids. */
function callEvents(name: string, place: number, ids: readonly unknown[]): object[] {
  const [id, text, last] = ids;
  const at = { output_index: place };
  const args = JSON.stringify({ of: name });
  const item = { type: 'function_call', id, call_id: name, name, arguments: '' };
  return [
    { type: 'response.output_item.added', ...at, item },
    { type: 'response.function_call_arguments.delta', ...at, item_id: text, delta: args },
    { type: 'response.function_call_arguments.done', ...at, item_id: text, arguments: args },
    { type: 'response.output_item.done', ...at, item: { ...item, id: last, arguments: args } },
  ];
}

const isWhole = (): boolean => true;
const isItem = (event: object): boolean => JSON.stringify(event).includes('output_item.done');
const END = { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } };

test.each([
  ['without ids', [undefined, undefined, undefined], isWhole],
  ['whose ids are null', [null, null, null], isWhole],
  ['whose ids are null and told at their ends only', [null, null, null], isItem],
  ['whose ids are empty', ['', '', ''], isWhole],
  ['with another id in each event', ['a', 'b', 'c'], isWhole],
])('of two calls %s, the denied one does not leave', async (_what, ids, isSent) => {
  const own = (name: string) => ids.map((id) => (id ? `${name} ${id}` : id));
  const events = [...callEvents('pay', 0, own('pay')), ...callEvents('look', 1, own('look'))];
  const answer = [...events.filter(isSent), END];
  for (const denied of ['pay', 'look']) {
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      asked.push([call.name, call.args]);
      return call.name === denied ? deny('no') : undefined;
    });
    const left = await askFetch(hooks, '/responses', answer);
    expect(asked).toEqual(['pay', 'look'].map((name) => [name, { of: name }]));
    expect(left).not.toContain(`"${denied}"`);
    expect(left).toContain(denied === 'pay' ? '"look"' : '"pay"');
  }
  const open = createHooks();
  open.addHook('preToolCall', () => undefined);
  const untouched = await askFetch(createHooks(), '/responses', answer);
  expect(await askFetch(open, '/responses', answer)).toBe(untouched);
});

test('of two items with one id, the events of the denied one do not leave as those of the other', async () => {
  const names = ['pay', 'look'];
  const done = names.map((name, output_index) => {
    const item = { type: 'function_call', id: 'x', call_id: name, name, arguments: '{}' };
    return { type: 'response.output_item.done', output_index, item };
  });
  for (const denied of names) {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => (call.name === denied ? deny('no') : undefined));
    expect(await askFetch(hooks, '/responses', [...done, END])).not.toContain(`"${denied}"`);
  }
});

test.each([
  ['one id', 'x', [0, 1]],
  ['neither ids nor places', undefined, [undefined, undefined]],
  ['one id and one place', 'x', [0, 0]],
])('of two calls with %s that the stream only begins, both are judged', async (_what, id, at) => {
  const begun = ['look', 'pay'].map((name, index) => {
    const item = { type: 'function_call', id, call_id: name, name, arguments: '' };
    return { type: 'response.output_item.added', output_index: at[index], item };
  });
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => (call.name === 'pay' ? deny('no') : undefined));
  expect(await askFetch(hooks, '/responses', [...begun, END])).not.toContain('"pay"');
  const otherEnd = { ...begun[0]!, type: 'response.output_item.done' };
  const ended = await askFetch(hooks, '/responses', [begun[1]!, otherEnd, END]);
  expect(ended).not.toContain('"pay"');
});
