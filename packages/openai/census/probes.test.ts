import { runSuites } from '@interpose/testing/probes';
import { expect, test } from 'vitest';

import { suites } from './probes/suites.ts';

test('every enforced entry of the OpenAI client holds its probes', async () => {
  const { failures } = await runSuites(suites);
  expect(failures).toEqual([]);
}, 300_000);
