import { assert, expect, test, vi } from 'vitest';

import { fuzz, runProgram } from '../../src/fuzz/index.ts';
import { fakeTarget } from './fake-target.ts';
import { faults } from './faults.ts';

vi.setConfig({ testTimeout: 60_000 });

test('the fake host keeps every promise, whatever is combined', async () => {
  const { failures, runs, reached } = await fuzz(fakeTarget(), { seed: 1, runs: 1500 });
  expect(failures).toEqual([]);
  expect(runs).toBe(1500);
  expect(reached).toEqual(['fakeHost']);
});

test.for(faults)('a host that $fault is found', async ({ invariant, cycles }) => {
  const target = fakeTarget(cycles);
  const { failures } = await fuzz(target, { seed: 1, runs: 500, patienceMs: 40 });
  const found = failures.find((failure) => failure.invariant === invariant);
  assert(found !== undefined, `only ${failures.map((each) => each.invariant).join(', ')} found`);
  const again = await runProgram(target, found.program, 40);
  expect(again).toContainEqual({ invariant, found: found.found });
  expect(await runProgram(fakeTarget(), found.program)).toEqual([]);
});
