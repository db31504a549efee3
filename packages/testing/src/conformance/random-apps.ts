import { describe, expect, test, vi } from 'vitest';

import { unaskedEvents } from '../fuzz/asked-events.ts';
import { fuzz, mendedBreaches, type KnownBreach } from '../fuzz/fuzz.ts';
import type { FuzzTarget } from '../fuzz/fuzz-target.ts';

/**
 * Declares the tests of an adapter's fuzzer, with a fixed seed: two hundred random apps of each version keep every
 * invariant beside what is known, what is known still shows, and each kind asks the events it names.
 *
 * @example
 * // my-sdk/census/fuzz.test.ts
 * randomApps(targets, knownBreaches);
 */
export function randomApps(
  targets: readonly FuzzTarget[],
  knownBreaches: readonly KnownBreach[],
): void {
  vi.setConfig({ testTimeout: 30_000 });
  for (const level of ['log', 'error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
  describe.each(targets)('random apps on $name $version', (target) => {
    test('keep every invariant, beside what is known', async () => {
      const { failures } = await fuzz(target, { seed: 10, runs: 200, known: knownBreaches });
      expect(failures).toEqual([]);
    });

    test('show what is known still', async () => {
      expect(await mendedBreaches(target, knownBreaches)).toEqual([]);
    });

    test.each(target.kinds)('ask every event they have hooks for: $name', async (kind) => {
      expect(await unaskedEvents(target, kind)).toEqual([]);
    });
  });
}
