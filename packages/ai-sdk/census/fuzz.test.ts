import { fuzz, mendedBreaches, unaskedEvents } from '@interpose/testing/fuzz';
import { describe, expect, test, vi } from 'vitest';

import { knownBreaches } from './fuzz/known-breaches.ts';
import { targets } from './fuzz/targets.ts';

vi.setConfig({ testTimeout: 30_000 });
for (const level of ['log', 'error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();

describe.each(targets)('random apps on the AI SDK $version', (target) => {
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
