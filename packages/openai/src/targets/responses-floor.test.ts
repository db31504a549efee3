import { behaviours, judgeBehaviour, type Harness } from '@interpose/testing/conformance';
import { afterAll, describe, expect, test } from 'vitest';

import { openaiHarness } from '../../test/harness/openai-harness.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';

/** The error of a behaviour that needs tools: the lowest version has no tool loop for responses. */
class NeedsTools extends Error {}

const lowest = openaiHarness(sdkVersions[0]!, 'responses');
const harness: Harness = {
  ...lowest,
  start(scenario, mode) {
    if (scenario.tools !== undefined) throw new NeedsTools();
    return lowest.start(scenario, mode);
  },
};

afterAll(() => lowest.close?.());

describe('responses of the lowest version, which has no tool loop for them', () => {
  test.each(['plain', 'streamed'] as const)(
    'show %s what needs no tools',
    async (mode) => {
      const failed: string[] = [];
      let passed = 0;
      for (const behaviour of behaviours.filter(({ modes }) => modes.includes(mode))) {
        const judged = await judgeBehaviour(behaviour, harness, mode);
        if (judged.kind === 'passed') passed++;
        if (judged.kind === 'failed' && !(judged.error instanceof NeedsTools))
          failed.push(`${behaviour.id} ${String(judged.error)}`);
      }
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(40);
    },
    60_000,
  );
});
