import { behaviours, findDishonesty, judgeBehaviour } from '@interpose/testing/conformance';
import { describe, expect, test } from 'vitest';

import { a2aHarness } from './harness/a2a-harness.ts';

const owed = behaviours.filter(({ needs }) => needs.includes('a2a'));

/** Declares the behaviours of the shared suite that concern A2A, on the SDK that is loaded. */
export function showConformance(version: string): void {
  const harness = a2aHarness(version);
  describe(`a2a ${version}`, () => {
    test('the harness excuses itself with nothing', () => {
      expect(findDishonesty(harness, owed)).toEqual([]);
      expect(owed.length).toBeGreaterThan(7);
    });
    describe.each(['plain', 'streamed'] as const)('%s', (mode) => {
      test.each(
        owed.map((behaviour) => [`${behaviour.id}: ${behaviour.title}`, behaviour] as const),
      )('%s', async (_title, behaviour) => {
        const judged = await judgeBehaviour(behaviour, harness, mode);
        if (judged.kind === 'failed') throw judged.error;
        expect(judged.kind).toBe('passed');
      });
    });
  });
}
