import { describe, expect, test, vi } from 'vitest';

import { unaskedEvents } from '../fuzz/asked-events.ts';
import { fuzz, mendedBreaches, type KnownBreach } from '../fuzz/fuzz.ts';
import type { AnyTarget } from '../fuzz/any-target.ts';
import type { FuzzKind } from '../fuzz/fuzz-target.ts';
import type { WireKind } from '../fuzz/wire/wire-target.ts';

/**
 * Declares the tests of an adapter's fuzzer, with a fixed seed: random apps of each version break no invariant except
 * in the known ways, every known breach still happens, and each kind fires the events it names.
 *
 * @example
 * // my-sdk/census/fuzz.test.ts
 * randomApps(targets, knownBreaches);
 */
export function randomApps(
  targets: readonly AnyTarget[],
  knownBreaches: readonly KnownBreach[],
): void {
  vi.setConfig({ testTimeout: 30_000 });
  for (const level of ['log', 'error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
  describe.each(targets)('random apps on $name $version', (target) => {
    test('keep every invariant, beside what is known', async () => {
      // A wire target has many versions, and messages over a wire take time.
      const runs = 'wires' in target ? 40 : 200;
      const { failures } = await fuzz(target, { seed: 10, runs, known: knownBreaches });
      expect(failures).toEqual([]);
    });

    test('show what is known still', async () => {
      expect(await mendedBreaches(target, knownBreaches)).toEqual([]);
    });

    const kinds: readonly (FuzzKind | WireKind)[] = 'wires' in target ? target.wires : target.kinds;
    test.each(kinds)('ask every event they have hooks for: $name', async (kind) => {
      expect(await unaskedEvents(target, kind)).toEqual([]);
    });
  });
}
