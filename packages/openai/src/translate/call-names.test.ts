import { expect, test } from 'vitest';

import { callNames } from './call-names.ts';
import { messagesToContract } from './chat/request-to-contract.ts';
import { KnownMessages } from '@interpose/adapter-kit';
import type { Body } from './native.ts';

/** Returns an item that is a call, and that counts how often its name is read. */
function counted(id: string, name: string, looks: string[]): Body {
  return {
    call_id: id,
    get name() {
      looks.push(name);
      return name;
    },
  };
}

test('the calls of new answers are found without a look at what stands before them', () => {
  const looks: string[] = [];
  const nameOf = callNames([counted('1', 'pay', looks), counted('2', 'look', looks), { id: '3' }]);
  expect(nameOf('2')).toBe('look');
  expect(looks).toEqual(['look']);
  expect(nameOf('1')).toBe('pay');
  expect(nameOf('3')).toBeUndefined();
  expect(looks).toEqual(['look', 'pay']);
});

test('of an id that was given twice, the last message counts', () => {
  expect(callNames([counted('1', 'pay', []), counted('1', 'look', [])])('1')).toBe('look');
});

test('a step of a long run looks at nothing that the steps before have read', () => {
  let looks = 0;
  const message = (role: string, fields: Body): Body =>
    Object.freeze({
      get role() {
        looks += 1;
        return role;
      },
      ...fields,
    });
  const step = (id: string): Body[] => {
    const called = { id, type: 'function', function: { name: 'weather', arguments: '{}' } };
    return [
      message('assistant', { content: null, tool_calls: [called] }),
      message('tool', { tool_call_id: id, content: 'sunny' }),
    ];
  };
  const known = new KnownMessages();
  const messages = [message('user', { content: 'hello' })];
  const counts: number[] = [];
  for (let number = 0; number < 30; number += 1) {
    messages.push(...step(`call-${number}`));
    looks = 0;
    const read = messagesToContract({ messages: [...messages] }, (value) => value, known);
    expect(read.at(-1)?.content).toMatchObject([{ name: 'weather', result: 'sunny' }]);
    counts.push(looks);
  }
  expect(new Set(counts.slice(1)).size).toBe(1);
});
