import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createHooks, type Disposer } from '../../src/index.ts';

/** One thing an app does with its registry, or with a layer over it. */
type Move =
  | { readonly kind: 'add'; readonly layer: boolean; readonly priority: number }
  | { readonly kind: 'dispose'; readonly which: number }
  | { readonly kind: 'dispatch'; readonly layer: boolean; readonly after: boolean };

const layer = fc.boolean();

const arbitraryMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('add'), layer, priority: fc.constantFrom(50, 100, 150) }),
  fc.record({ kind: fc.constant('dispose'), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('dispatch'), layer, after: fc.boolean() }),
);

interface Entry {
  readonly id: number;
  readonly priority: number;
  readonly layer: boolean;
}

/** The order of law 2, over what is registered. */
function lawfulOrder(entries: readonly Entry[], inLayer: boolean, after: boolean): number[] {
  const sign = after ? -1 : 1;
  return entries
    .filter((entry) => inLayer || !entry.layer)
    .toSorted((left, right) => sign * (left.priority - right.priority) || left.id - right.id)
    .map(({ id }) => id);
}

/** What ran at each dispatch of these moves, beside what the laws say. */
function carryOut(moves: readonly Move[]): { readonly ran: number[]; readonly lawful: number[] }[] {
  const base = createHooks();
  const layered = base.extend();
  const disposers: (readonly Disposer[])[] = [];
  const calls: number[] = [];
  let entries: Entry[] = [];
  return moves.flatMap((move) => {
    if (move.kind === 'dispose') {
      for (const dispose of disposers[move.which] ?? []) dispose();
      entries = entries.filter(({ id }) => id !== move.which);
      return [];
    }
    const hooks = move.layer ? layered : base;
    if (move.kind === 'dispatch') {
      void hooks.dispatch(move.after ? 'onMemoryRetrieved' : 'preMemoryStore', { memory: [] });
      return [{ ran: calls.splice(0), lawful: lawfulOrder(entries, move.layer, move.after) }];
    }
    const { priority } = move;
    const id = disposers.length;
    const hook = (): void => void calls.push(id);
    disposers.push([
      hooks.addHook('preMemoryStore', hook, { priority }),
      hooks.addHook('onMemoryRetrieved', hook, { priority }),
    ]);
    entries = [...entries, { id, priority, layer: move.layer }];
    return [];
  });
}

describe('any sequence of registrations, disposals and dispatches', () => {
  test('runs exactly what is registered, in the order of the laws', () => {
    fc.assert(
      fc.property(fc.array(arbitraryMove, { maxLength: 40 }), (moves) => {
        for (const { ran, lawful } of carryOut(moves)) expect(ran).toEqual(lawful);
      }),
      { numRuns: 300 },
    );
  });
});
