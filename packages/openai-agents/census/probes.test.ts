import { runSuites, sortFailures } from '@interpose/testing/probes';
import { expect, test } from 'vitest';

import { knownFailures } from './probes/known-failures.ts';
import { suites } from './probes/suites.ts';

test('every enforced entry of the OpenAI Agents SDK holds its probes, beside what is known', async () => {
  const { failures } = await runSuites(suites);
  const { unknown, mended } = sortFailures(failures, knownFailures);
  expect(unknown).toEqual([]);
  expect(mended).toEqual([]);
}, 300_000);
