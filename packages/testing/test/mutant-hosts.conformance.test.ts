import { describe, expect, test } from 'vitest';

import { behaviours, judgeBehaviour, type Behaviour } from '../src/conformance/index.ts';
import { brokenChats } from './mutants/broken-chats.ts';
import { brokenModels } from './mutants/broken-models.ts';
import { brokenSeams } from './mutants/broken-seams.ts';
import { brokenStreams } from './mutants/broken-streams.ts';
import { brokenTools } from './mutants/broken-tools.ts';
import type { Mutant } from './mutants/mutant.ts';

const mutants: readonly Mutant[] = [
  ...brokenChats,
  ...brokenModels,
  ...brokenStreams,
  ...brokenTools,
  ...brokenSeams,
];

const timeLimitMs = 600;

/** True when the behaviour fails on this host in at least one of its modes. */
async function catches(behaviour: Behaviour, { harness }: Mutant): Promise<boolean> {
  for (const mode of behaviour.modes) {
    const judged = await judgeBehaviour(behaviour, harness, mode, timeLimitMs);
    if (judged.kind === 'failed') return true;
  }
  return false;
}

describe('a host that', () => {
  test.for(mutants)('$fault is caught', async (broken) => {
    const missed: string[] = [];
    for (const id of broken.caughtBy) {
      const behaviour = behaviours.find((each) => each.id === id);
      if (behaviour === undefined) missed.push(`${id} does not exist`);
      else if (!(await catches(behaviour, broken))) missed.push(`${id} ${behaviour.title}`);
    }
    expect(missed).toEqual([]);
  });
});

test('every behaviour is failed by some broken host, so none of them can only pass', () => {
  const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy));
  expect(behaviours.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
});

test('every theme is failed by a host that hears its hooks and is broken in one place only', () => {
  const [, ...targeted] = mutants;
  const caught = new Set(targeted.flatMap(({ caughtBy }) => caughtBy));
  const themes = new Set(behaviours.map(({ theme }) => theme));
  const covered = new Set(behaviours.filter(({ id }) => caught.has(id)).map(({ theme }) => theme));
  expect([...themes].filter((theme) => !covered.has(theme))).toEqual([]);
});
