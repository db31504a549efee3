import { runSuites, sortFailures } from '@interpose/testing/probes';
import { expect, test } from 'vitest';

import { knownFailures } from './probes/known-failures.ts';
import { suites } from './probes/suites.ts';

test('every enforced entry of LangChain holds its probes, beside what is known', async () => {
  const { failures } = await runSuites(suites);
  const known = knownFailures.filter(({ version }) => version !== '1.0.1');
  const { unknown, mended } = sortFailures(failures, known);
  expect(unknown).toEqual([]);
  expect(mended).toEqual([]);
}, 300_000);
