import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { arbitraryPlan } from './arbitrary-plan.ts';
import { expectRuling } from './expect-ruling.ts';
import { runPlan } from './run-plan.ts';

const RUNS = { numRuns: 600, interruptAfterTimeLimit: 6000, markInterruptAsFailure: false };

describe('any dispatch', () => {
  test('ends and calls its hooks as the laws say', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPlan, async (plan) => {
        const expected = expectRuling(plan);
        const { ending, called, nested } = await runPlan(plan);
        expect(ending).toEqual(expected.ending);
        for (const verdict of nested) expect(verdict).toMatchObject({ reason: 'nested' });
        const inTime = ending.kind === 'aborted' ? expected.called.length : called.length;
        expect(called.slice(0, inTime)).toEqual(expected.called);
      }),
      RUNS,
    );
  });
});
