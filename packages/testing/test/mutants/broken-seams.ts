import type { StepOutcome } from '@interpose/core';

import { coreCycles } from '../../src/fake-host/run/cycles.ts';
import { fakeHarness } from '../../src/fake-host/harness/fake-harness.ts';
import { mutant, type Mutant } from './mutant.ts';

const { around } = coreCycles;

/** Hosts that mistreat what surrounds the loop: delegation, retrieval, memory, wires. */
export const brokenSeams: readonly Mutant[] = [
  mutant(
    'goes past the gates of its seams',
    {
      around: async (_chat, _event, payload, act) => {
        const value = firstOf(payload);
        return {
          kind: 'output',
          output: await act(value),
          synthetic: false,
          changed: false,
        } satisfies StepOutcome;
      },
    },
    ...[
      'C394',
      'C395',
      'C396',
      'C397',
      'C400',
      'C401',
      'C440',
      'C441',
      'C442',
      'C443',
      'C444',
      'C445',
    ],
    ...['C450', 'C451', 'C452', 'C453', 'C454', 'C460', 'C461', 'C462', 'C463'],
    ...['C319', 'C320', 'C321', 'C322', 'C323', 'C324', 'C325', 'C326', 'C327', 'C388', 'C389'],
    ...['C470', 'C471', 'C472', 'C473', 'C474', 'C480', 'C481', 'C482', 'C483', 'C485'],
  ),
  mutant(
    'acts with the original value whatever the hooks changed',
    {
      around: (chat, event, payload, act) =>
        around(chat, event, payload, () => act(firstOf(payload))),
    },
    ...['C396', 'C441', 'C452', 'C454', 'C461', 'C472', 'C482'],
  ),
  mutant(
    'acts although it was denied',
    {
      around: async (chat, event, payload, act) => {
        const outcome = await around(chat, event, payload, act);
        if (outcome.kind !== 'denied') return outcome;
        const value = firstOf(payload);
        return {
          kind: 'output',
          output: await act(value),
          synthetic: false,
          changed: false,
        };
      },
    },
    ...[
      'C395',
      'C397',
      'C401',
      'C442',
      'C445',
      'C451',
      'C453',
      'C463',
      'C471',
      'C474',
      'C481',
      'C483',
    ],
  ),
  mutant(
    'offers what a policy keeps out',
    { seeInventory: async () => new Set<string>() },
    'C420',
    'C421',
    ...['C424', 'C425', 'C426'],
  ),
  {
    fault: 'claims a verb that the event does not take',
    caughtBy: ['C372'],
    harness: overclaiming(),
  },
];

/** The slot stands first in every payload of these events. */
function firstOf(payload: object): never {
  return (Object.values(payload) as unknown[])[0] as never;
}

function overclaiming(): Mutant['harness'] {
  const honest = fakeHarness();
  return {
    ...honest,
    capabilities: honest.capabilities.map((row) =>
      row.event === 'onAgentResponse' ? { ...row, verbs: [...row.verbs, 'respond'] } : row,
    ),
  };
}
