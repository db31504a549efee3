import { runSuites, sortFailures } from '@interpose/testing/probes';
import { expect, test, vi } from 'vitest';

import { knownFailures } from './probes/known-failures.ts';
import { suites } from './probes/suites.ts';

test('every enforced entry of the A2A SDK holds its probes, beside what is known', async () => {
  // The SDK's server logs every error that it answers with, and every update that it posts.
  for (const kind of ['error', 'info', 'log', 'warn'] as const)
    vi.spyOn(console, kind).mockReturnValue(undefined);
  const { failures, runs } = await runSuites(suites);
  const { unknown, mended } = sortFailures(failures, knownFailures);
  expect(unknown).toEqual([]);
  expect(mended).toEqual([]);
  expect(runs).toBeGreaterThan(900);
}, 300_000);
