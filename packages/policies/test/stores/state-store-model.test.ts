import type { StateStore } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { findServers, openStore, wipePlace } from './store-servers.ts';

vi.setConfig({ testTimeout: 30_000 });

const { present } = await findServers('memory', 'redis', 'postgres');

const key = fc.constantFrom('a', 'a%', 'ab', 'b', 'b*c', 'ü');
const value = fc.option(fc.jsonValue(), { nil: undefined });
const ttlMs = fc.constantFrom(undefined, 0, 60_000);
const operation = fc.oneof(
  fc.record({ kind: fc.constantFrom('set', 'update'), key, value, ttlMs }),
  fc.record({
    kind: fc.constant('clear'),
    key: fc.constantFrom('', 'a', 'b*', 'c'),
    value: fc.constant(undefined),
    ttlMs: fc.constant(undefined),
  }),
);

interface Operation {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  readonly ttlMs: number | undefined;
}

/** As JSON holds it: minus zero is zero there. */
const json = (given: unknown): unknown =>
  given === undefined ? undefined : (JSON.parse(JSON.stringify(given)) as unknown);

/** Does it to the store and to the model; returns what an update saw. */
async function carryOut(
  store: StateStore,
  model: Map<string, unknown>,
  each: Operation,
): Promise<unknown> {
  let seen: unknown = model.get(each.key);
  if (each.kind === 'clear') {
    await store.clear(each.key);
    for (const known of model.keys()) if (known.startsWith(each.key)) model.delete(known);
    return undefined;
  }
  if (each.kind === 'set') await store.set(each.key, each.value, each.ttlMs);
  else
    await store.update(
      each.key,
      (current) => {
        seen = json(current);
        return each.value;
      },
      each.ttlMs,
    );
  if (each.value === undefined || each.ttlMs === 0) model.delete(each.key);
  else model.set(each.key, json(each.value));
  return seen;
}

describe.each(present)('the %s store', (kind) => {
  test('behaves like a map, whatever is done in whatever order', async () => {
    const opened = await openStore(kind);
    const { store } = opened;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 20 }), async (operations) => {
        await store.clear('');
        const model = new Map<string, unknown>();
        for (const each of operations) {
          const before = model.get(each.key);
          const seen = await carryOut(store, model, each);
          expect(seen).toEqual(each.kind === 'clear' ? undefined : before);
          expect(json(await store.get(each.key))).toEqual(model.get(each.key));
        }
      }),
      { numRuns: kind === 'memory' ? 200 : 20 },
    );
    await opened.close();
    await wipePlace(kind, opened.place);
  });
});
