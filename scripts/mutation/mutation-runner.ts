import { readFileSync, writeFileSync } from 'node:fs';

import type { MutantCoverage } from '@stryker-mutator/api/core';
import {
  commonTokens,
  PluginKind,
  type Injector,
  type PluginContext,
} from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  MutantRunStatus,
  type DryRunOptions,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestRunner,
  type TestRunnerCapabilities,
} from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import type { Vitest } from 'vitest/node';

import { openMutantChannel, type MutantAnswer, type MutantQuestion } from './mutant-channel.ts';

/** Written by the process that ran the tests without mutants, read by the other processes. */
const COVERAGE_FILE = 'tests-by-static-mutant.json';

/**
 * A vitest runner for stryker that keeps the tests loaded: a worker collects them once and then runs those that cover a
 * mutant, one mutant after the other, which takes milliseconds instead of a new worker for each. A mutant of code that
 * runs while modules load gets a new worker if no covering test fails.
 */
class MutationRunner implements TestRunner {
  readonly #loaded: TestRunner;
  readonly #anew: TestRunner;
  readonly #milliseconds: Record<string, number> = {};
  #worker: Worker | undefined;
  #tests: TestsByMutant | undefined;

  constructor(loaded: TestRunner, anew: TestRunner) {
    this.#loaded = loaded;
    this.#anew = anew;
  }

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    await this.#loaded.init?.();
    await this.#anew.init?.();
    contextOf(this.#loaded).provide('serving', false);
    contextOf(this.#anew).provide('serving', false);
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const result = await this.#loaded.dryRun(options);
    if (result.status === DryRunStatus.Complete && result.mutantCoverage !== undefined) {
      writeFileSync(COVERAGE_FILE, JSON.stringify(testsByStaticMutant(result.mutantCoverage)));
    }
    return result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (options.mutantActivation !== 'static') return this.#runLoaded(options);
    this.#tests ??= JSON.parse(readFileSync(COVERAGE_FILE, 'utf8')) as TestsByMutant;
    const testFilter = this.#tests[options.activeMutant.id];
    if (testFilter !== undefined) {
      const result = await this.#runLoaded({ ...options, testFilter });
      if (result.status !== MutantRunStatus.Survived) return result;
    }
    return this.#anew.mutantRun(options);
  }

  async dispose(): Promise<void> {
    await this.#end();
    await this.#loaded.dispose?.();
    await this.#anew.dispose?.();
  }

  async #runLoaded(options: MutantRunOptions): Promise<MutantRunResult> {
    const answer = await this.#ask(options);
    if (!answer.isSpoiled) return answer.result;
    // An earlier mutant left changes behind, so only the result of a new worker counts.
    await this.#end();
    const { result, isSpoiled } = await this.#ask(options);
    await this.#end();
    return isSpoiled ? withoutDelay(result) : result;
  }

  async #ask({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantAnswer> {
    this.#worker ??= await startWorker(contextOf(this.#loaded));
    if (this.#worker === undefined) return NOT_LOADED;
    const question = { mutant: activeMutant.id, tests: testFilter, hitLimit };
    const answer = await this.#worker.ask({ ...question, milliseconds: this.#milliseconds });
    Object.assign(this.#milliseconds, answer.milliseconds);
    return answer;
  }

  async #end(): Promise<void> {
    await this.#worker?.end();
    this.#worker = undefined;
  }
}

type TestsByMutant = Readonly<Record<string, string[]>>;

/** Returns the tests that reach mutants which also run while modules load. */
function testsByStaticMutant({ static: reached, perTest }: MutantCoverage): TestsByMutant {
  const tests: Record<string, string[]> = {};
  for (const [test, mutants] of Object.entries(perTest)) {
    for (const mutant of Object.keys(mutants)) {
      if (mutant in reached) (tests[mutant] ??= []).push(test);
    }
  }
  return tests;
}

function contextOf(runner: TestRunner): Vitest {
  // Stryker's runner has a private vitest, and there is no other way to the same instance.
  return (runner as unknown as { ctx: Vitest }).ctx;
}

/** Changes a delay to a survival: a test that is too slow in a new worker even without the mutant kills nothing. */
function withoutDelay(result: MutantRunResult): MutantRunResult {
  if (result.status !== MutantRunStatus.Killed) return result;
  if (!result.failureMessage.includes('timed out')) return result;
  return { status: MutantRunStatus.Survived, nrOfTests: result.nrOfTests };
}

const NOT_LOADED: MutantAnswer = {
  result: { status: MutantRunStatus.Error, errorMessage: 'The tests could not be loaded.' },
  isSpoiled: false,
  milliseconds: {},
};

interface Worker {
  ask(question: MutantQuestion): Promise<MutantAnswer>;
  end(): Promise<void>;
}

/** Starts a run of vitest that collects all tests, skips them, and stays to serve mutants. */
async function startWorker(vitest: Vitest): Promise<Worker | undefined> {
  vitest.provide('serving', true);
  vitest.provide('testFiles', (await vitest.globTestSpecifications()).length);
  // With this mode, stryker's own setup file does not switch mutants.
  vitest.provide('mode', 'dry-run');
  for (const project of vitest.projects) delete project.config.testNamePattern;
  delete vitest.config.related;
  vitest.state.filesMap.clear();
  let heard: ((word: unknown) => void) | undefined;
  const channel = openMutantChannel((word) => heard?.(word));
  const next = (): Promise<unknown> =>
    new Promise((resolve) => {
      heard = resolve;
    });
  const isReady = next();
  const run = vitest.start();
  const hasEnded = run.then(() => undefined);
  if ((await Promise.race([isReady, hasEnded])) === undefined) {
    channel.close();
    return undefined;
  }
  return {
    ask: async (question) => {
      const answer = next();
      channel.say(question);
      return ((await Promise.race([answer, hasEnded])) ?? NOT_LOADED) as MutantAnswer;
    },
    end: async () => {
      channel.say('end');
      await run;
      channel.close();
    },
  };
}

function createMutationRunner(injector: Injector<PluginContext>): MutationRunner {
  const [plugin] = vitestPlugins;
  if (plugin === undefined) throw new Error('the vitest runner of stryker has no plugin');
  return new MutationRunner(plugin.factory(injector), plugin.factory(injector));
}
createMutationRunner.inject = [commonTokens.injector] as const;

export const strykerPlugins = [
  { kind: PluginKind.TestRunner, name: 'loaded-vitest', factory: createMutationRunner },
];

export { strykerValidationSchema } from '@stryker-mutator/vitest-runner';
