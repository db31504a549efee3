import type { Message, ToolSpec } from '@interpose/core';
import { expect, test } from 'vitest';

import { KnownMessages } from './known-messages.ts';

interface Native {
  role: 'user';
  text: string;
  options?: object;
}

/** Returns a reader that counts how often it reads. */
function reader() {
  let count = 0;
  return {
    get count() {
      return count;
    },
    read: ({ role, text }: Native): Message => {
      count += 1;
      return { role, content: [{ type: 'text', text }] };
    },
  };
}

const natives = (...texts: string[]): Native[] => texts.map((text) => ({ role: 'user', text }));

test('a conversation that grows is read once, though its messages are made anew at each step', () => {
  const known = new KnownMessages();
  const reading = reader();
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  let before: readonly Message[] = [];
  for (let length = 1; length <= texts.length; length += 1) {
    const messages = known.read(natives(...texts.slice(0, length)), reading);
    expect(messages.slice(0, -1)).toEqual(before);
    expect(before.every((message, index) => message === messages[index])).toBe(true);
    before = messages;
  }
  expect(reading.count).toBe(100);
});

test('a message that was edited in place, or replaced, is read again, and only that one', () => {
  const known = new KnownMessages();
  const reading = reader();
  const list = natives('a', 'b', 'c');
  known.read(list, reading);
  list[1]!.text = 'edited and longer';
  expect(textsOf(known.read(list, reading))).toEqual(['a', 'edited and longer', 'c']);
  expect(reading.count).toBe(4);
  list[1]!.options = { cache: true };
  known.read(list, reading);
  expect(reading.count).toBe(5);
  expect(textsOf(known.read(natives('a', 'x'), reading))).toEqual(['a', 'x']);
  expect(textsOf(known.read(natives('a', 'x', 'c', 'd'), reading))).toEqual(['a', 'x', 'c', 'd']);
});

test('a list that says what it said is the same list, and a shorter or changed one is another', () => {
  const known = new KnownMessages();
  const reading = reader();
  const list = known.read(natives('a', 'b'), reading);
  expect(known.read(natives('a', 'b'), reading)).toBe(list);
  expect(textsOf(known.read(natives('a'), reading))).toEqual(['a']);
  expect(textsOf(known.read(natives('x', 'b'), reading))).toEqual(['x', 'b']);
  expect(textsOf(list)).toEqual(['a', 'b']);
});

test('a message that cannot be read leaves what is known as it was', () => {
  const known = new KnownMessages();
  const { read } = reader();
  const picky = (native: Native): Message => {
    if (native.text === 'broken') throw new Error('unreadable');
    return read(native);
  };
  known.read(natives('a', 'b'), { read: picky });
  expect(() => known.read(natives('x', 'broken'), { read: picky })).toThrow('unreadable');
  expect(textsOf(known.read(natives('x', 'b'), { read: picky }))).toEqual(['x', 'b']);
});

test('where the SDK keeps its messages, another object is another message', () => {
  const known = new KnownMessages();
  const reading = reader();
  const list = natives('a');
  const kept = { read: reading.read, isKept: true };
  expect(known.read(list, kept)[0]).toBe(known.read(list, kept)[0]);
  expect(known.read(natives('a'), kept)[0]).not.toBe(known.read(list, kept)[0]);
});

test('leading messages may be left out, and nothing is known of a run that is over', () => {
  const known = new KnownMessages();
  const reading = reader();
  expect(textsOf(known.read(natives('system', 'a'), reading, 1))).toEqual(['a']);
  expect(textsOf(known.read(natives('system'), reading, 1))).toEqual([]);
  known.read(natives('a'), reading);
  known.forget();
  known.read(natives('a'), reading);
  expect(reading.count).toBe(3);
});

function textsOf(messages: readonly Message[]): unknown[] {
  return messages.flatMap(({ content }) =>
    content.map((part) => (part.type === 'text' ? part.text : part)),
  );
}

test('tools that each step makes anew are read once, and again where one says something else', () => {
  const known = new KnownMessages();
  let count = 0;
  const offer = (...names: string[]) =>
    known.readTools(
      names.map((name) => ({ name, schema: { type: 'object' } })),
      {
        read: ({ name, schema }) => {
          count += 1;
          return Object.freeze({ name, origin: 'local', inputSchema: schema } as const);
        },
      },
    );
  const first = offer('search', 'refund');
  expect(offer('search', 'refund')[1]).toBe(first[1]);
  expect(count).toBe(2);
  expect(offer('search', 'pay').map(({ name }) => name)).toEqual(['search', 'pay']);
  expect(offer('search')).toEqual([first[0]]);
  expect(count).toBe(3);
  known.forget();
  offer('search');
  expect(count).toBe(4);
});

test('tools of one owner are read once for all runs, and again where they say something else', () => {
  const owner = {};
  let count = 0;
  const read = ({ name }: { name: string }): ToolSpec => {
    count += 1;
    return Object.freeze({ name, origin: 'local' });
  };
  const offer = (known: KnownMessages, name: string, whose?: object) =>
    known.readTools([{ name }], { read }, whose);
  const [first] = offer(new KnownMessages(), 'pay', owner);
  const run = new KnownMessages();
  expect(offer(run, 'pay', owner)[0]).toBe(first);
  run.forget();
  expect(offer(run, 'pay', owner)[0]).toBe(first);
  expect(offer(run, 'look', owner)[0]?.name).toBe('look');
  expect(offer(run, 'pay', {})[0]).not.toBe(first);
  expect(offer(run, 'pay')[0]).not.toBe(first);
  expect(count).toBe(4);
});

test('of frozen objects that come again nothing is looked at, unless another one stands before them', () => {
  const known = new KnownMessages();
  const looked: Native[] = [];
  const seen = (native: Native) => {
    looked.push(native);
    return native;
  };
  const reading = { read: reader().read, seen, isFrozen: true };
  const list = natives('a', 'b', 'c').map((native) => Object.freeze(native));
  const first = known.read(list, reading);
  looked.length = 0;
  const [added, other] = natives('d', 'x').map((native) => Object.freeze(native));
  const grown = [...list, added!];
  expect(known.read(grown, reading).slice(0, 3)).toEqual(first);
  expect(looked).toEqual([added]);
  looked.length = 0;
  const changed = [list[0]!, other!, list[2]!, added!];
  expect(textsOf(known.read(changed, reading))).toEqual(['a', 'x', 'c', 'd']);
  expect(new Set(looked)).toEqual(new Set([other, list[2], added]));
  looked.length = 0;
  known.read(changed, reading);
  expect(looked).toEqual([]);
  // A message that is not frozen may have other content each time.
  const open = natives('y')[0]!;
  known.read([open, ...changed], reading);
  looked.length = 0;
  known.read([open, ...changed], reading);
  expect(looked).toEqual([open]);
});
