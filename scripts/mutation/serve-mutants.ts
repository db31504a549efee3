import { MutantRunStatus, type MutantRunResult } from '@stryker-mutator/api/test-runner';

import { runLoaded, type LoadedTest, type LoadedTests } from './loaded-tests.ts';
import { openMutantChannel, type MutantAnswer, type MutantQuestion } from './mutant-channel.ts';

/** The state that the mutated code reads. */
export interface Switch {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** Tests one mutant after the other, until told to stop. */
export function serveMutants(tests: LoadedTests, mutants: Switch): Promise<void> {
  return new Promise((resolve) => {
    const hear = async (word: unknown): Promise<void> => {
      if (word !== 'end') {
        channel.say(await answer(word as MutantQuestion, tests, mutants));
        return;
      }
      channel.close();
      resolve();
    };
    const channel = openMutantChannel((word) => void hear(word));
    channel.say('ready');
  });
}

async function answer(
  { mutant, tests: ids, hitLimit, milliseconds: known }: MutantQuestion,
  tests: LoadedTests,
  mutants: Switch,
): Promise<MutantAnswer> {
  const milliseconds: Record<string, number> = {};
  let nrOfTests = 0;
  Object.assign(mutants, { hitCount: 0, hitLimit });
  for (const loaded of tests.choose(ids, known)) {
    nrOfTests += 1;
    const startedAt = performance.now();
    const failure = await runWith(mutant, loaded, mutants);
    milliseconds[loaded.id] = performance.now() - startedAt;
    if (hitLimit !== undefined && (mutants.hitCount ?? 0) > hitLimit) {
      return { result: { status: MutantRunStatus.Timeout }, isSpoiled: false, milliseconds };
    }
    if (failure === undefined) continue;
    const isSpoiled = (await runLoaded(loaded)) !== undefined;
    // On a busy machine a test may be late by chance, but rarely twice.
    const isChance = isDelay(failure) && !isSpoiled;
    if (isChance && (await runWith(mutant, loaded, mutants)) === undefined) continue;
    const result: MutantRunResult = {
      status: MutantRunStatus.Killed,
      killedBy: [loaded.id],
      failureMessage: String(failure.error),
      nrOfTests,
    };
    return { result, isSpoiled, milliseconds: {} };
  }
  return {
    result: { status: MutantRunStatus.Survived, nrOfTests },
    isSpoiled: false,
    milliseconds,
  };
}

async function runWith(
  mutant: string,
  loaded: LoadedTest,
  mutants: Switch,
): Promise<{ error: unknown } | undefined> {
  mutants.activeMutant = mutant;
  const failure = await runLoaded(loaded);
  mutants.activeMutant = undefined;
  return failure;
}

function isDelay({ error }: { readonly error: unknown }): boolean {
  return String(error).includes('timed out');
}
