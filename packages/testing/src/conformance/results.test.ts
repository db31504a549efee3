import { expect, test } from 'vitest';

import { coreCycles } from '../fake-host/run/cycles.ts';
import { fakeHarness } from '../fake-host/harness/fake-harness.ts';
import { behaviours } from './behaviours.ts';
import { conformanceResults } from './results.ts';

test('results hold one cell for every harness, behaviour and mode, with the reason of what did not pass', async () => {
  const harness = fakeHarness('forgetful', {
    ...coreCycles,
    toolCycle: () => Promise.reject(new Error('no tools today')),
  });
  const supports = { ...harness.supports, mcp: { kind: 'absent', reason: 'no wire' } } as const;
  const results = await conformanceResults(
    [{ ...harness, supports }],
    ['tool-call', 'request', 'mcp'],
  );
  const expected = behaviours.filter(({ theme }) =>
    ['tool-call', 'request', 'mcp'].includes(theme),
  );
  expect(results).toHaveLength(expected.flatMap(({ modes }) => modes).length);
  const cell = (behaviour: string) =>
    results.find((each) => each.behaviour === behaviour && each.mode === 'plain');
  expect(cell('C053')).toMatchObject({
    harness: 'forgetful',
    framework: 'fake-host',
    outcome: 'passed',
    theme: 'request',
  });
  expect(cell('C121')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('no tools today'),
  });
  expect(cell('C470')).toMatchObject({ outcome: 'not-shown', reason: 'no wire' });
});
