import { describe, expect, test } from 'vitest';

import { LinkedList, type Linked } from './linked-list.ts';

class Entry implements Linked {
  previous: Linked | undefined;
  next: Linked | undefined;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function namesIn(list: LinkedList<Entry>): string {
  return list
    .toArray()
    .map(({ name }) => name)
    .join('');
}

describe('a list whose entries know their places', () => {
  test('keeps their order, whichever of them leaves', () => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((name) => new Entry(name));
    const list = new LinkedList<Entry>();
    for (const entry of entries) list.add(entry);
    expect(namesIn(list)).toBe('abcde');
    for (const [index, left] of [
      [2, 'abde'],
      [0, 'bde'],
      [4, 'bd'],
      [1, 'd'],
      [3, ''],
    ] as const) {
      expect(list.delete(entries[index]!)).toBe(true);
      expect(namesIn(list)).toBe(left);
    }
    expect(list.isEmpty).toBe(true);
  });

  test('takes an entry again that has left, as the last', () => {
    const [first, second] = [new Entry('a'), new Entry('b')];
    const list = new LinkedList<Entry>();
    list.add(first);
    list.add(second);
    list.delete(first);
    list.add(first);
    expect(namesIn(list)).toBe('ba');
  });

  test('leaves the others alone where an entry is not in it, and holds nothing that has left', () => {
    const [kept, gone, never] = [new Entry('a'), new Entry('b'), new Entry('c')];
    const list = new LinkedList<Entry>();
    list.add(kept);
    list.add(gone);
    expect([gone, gone, never].map((entry) => list.delete(entry))).toEqual([true, false, false]);
    expect(namesIn(list)).toBe('a');
    expect([kept.next, gone.previous, gone.next]).toEqual([list, undefined, undefined]);
  });

  test('agrees with a Set under any sequence of comings and goings', () => {
    const entries = Array.from({ length: 8 }, (_, index) => new Entry(String(index)));
    const list = new LinkedList<Entry>();
    const model = new Set<Entry>();
    let seed = 7;
    for (let step = 0; step < 5000; step++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const entry = entries[(seed >> 8) % entries.length]!;
      if (model.has(entry)) {
        model.delete(entry);
        list.delete(entry);
      } else {
        model.add(entry);
        list.add(entry);
      }
      expect(list.isEmpty).toBe(model.size === 0);
      expect(list.toArray()).toEqual([...model]);
    }
  });
});
