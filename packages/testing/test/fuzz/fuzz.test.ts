import { assert, expect, test, vi } from 'vitest';

import {
  fuzz,
  mendedBreaches,
  runProgram,
  unaskedEvents,
  type FuzzProgram,
} from '../../src/fuzz/index.ts';
import { fakeTarget } from './fake-target.ts';
import { faults } from './faults.ts';

vi.setConfig({ testTimeout: 60_000 });

test('the fake host keeps every promise, whatever is combined', async () => {
  const { failures, runs, reached } = await fuzz(fakeTarget(), { seed: 1, runs: 1500 });
  expect(failures).toEqual([]);
  expect(runs).toBe(1500);
  expect(reached).toEqual(['fakeHost']);
});

test('the fake host asks every event that its programs have hooks for', async () => {
  const target = fakeTarget();
  for (const kind of target.kinds) expect(await unaskedEvents(target, kind)).toEqual([]);
});

test('a breach that is known is no news, and one that no longer happens has to go', async () => {
  const [first] = faults;
  assert(first !== undefined);
  const broken = fakeTarget(first.cycles);
  const { failures } = await fuzz(broken, { seed: 1, runs: 250 });
  const failure = failures.find(({ invariant }) => invariant === first.invariant);
  assert(failure !== undefined);
  const known = [{ ...failure, version: '1.', why: 'it is planted' }];
  const again = await fuzz(broken, { seed: 1, runs: 250, known });
  expect(again.failures.map(({ invariant }) => invariant)).not.toContain(first.invariant);
  expect(await mendedBreaches(broken, known)).toEqual([]);
  expect(await mendedBreaches(fakeTarget(), known)).toEqual(known);
});

test.each([
  ['an error', 'throws', 'onToolCallError', 'onToolCallResult'],
  ['a result', 'sync', 'onToolCallResult', 'onToolCallError'],
] as const)(
  '%s that hooks answered for once and let pass when it came again is not withheld',
  async (_, kind, answered, retried) => {
    const program: FuzzProgram = {
      kind: 'run',
      mode: 'plain',
      wraps: [],
      options: [],
      tools: [{ kind }],
      turns: [{ kind: 'answer', calls: [0] }],
      policy: [
        { event: answered, verdict: 'respond', at: 0 },
        { event: retried, verdict: 'retry' },
      ],
      chats: 1,
    };
    expect(await runProgram(fakeTarget(), program)).toEqual([]);
  },
);

test.for(faults)('a host that $fault is found', async ({ invariant, cycles }) => {
  const target = fakeTarget(cycles);
  const { failures } = await fuzz(target, { seed: 1, runs: 500, patienceMs: 40 });
  const found = failures.find((failure) => failure.invariant === invariant);
  assert(found !== undefined, `only ${failures.map((each) => each.invariant).join(', ')} found`);
  const again = await runProgram(target, found.program, { patienceMs: 40 });
  expect(again).toContainEqual({ invariant, found: found.found });
  expect(await runProgram(fakeTarget(), found.program)).toEqual([]);
});
