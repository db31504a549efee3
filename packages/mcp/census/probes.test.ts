import { runSuites, sortFailures } from '@interpose/testing/probes';
import { expect, test } from 'vitest';

import { knownFailures } from './probes/known-failures.ts';
import { suites } from './probes/suites.ts';

test.each(suites)(
  'every enforced entry of the MCP SDK $version holds its probes, beside what is known',
  async (suite) => {
    const { failures } = await runSuites([suite]);
    const known = knownFailures.filter(({ version = '' }) => suite.version.startsWith(version));
    const { unknown, mended } = sortFailures(failures, known);
    expect(unknown).toEqual([]);
    expect(mended).toEqual([]);
  },
  120_000,
);
