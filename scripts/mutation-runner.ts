import {
  commonTokens,
  PluginKind,
  type Injector,
  type PluginContext,
} from '@stryker-mutator/api/plugin';
import {
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

/**
 * The vitest runner of stryker, but the tests stay loaded: a worker collects them once and then runs those
 * that cover a mutant, one mutant after the other, which takes milliseconds instead of a new worker for each.
 * Mutants of code that runs while modules load need a new worker each.
 */
class MutationRunner implements TestRunner {
  readonly #vitest: TestRunner;
  readonly #milliseconds: Record<string, number> = {};
  #worker: Worker | undefined;

  constructor(vitest: TestRunner) {
    this.#vitest = vitest;
  }

  capabilities(): Promise<TestRunnerCapabilities> | TestRunnerCapabilities {
    return this.#vitest.capabilities();
  }

  async init(): Promise<void> {
    await this.#vitest.init?.();
    this.#context.provide('serving', false);
  }

  dryRun(options: DryRunOptions): Promise<DryRunResult> {
    return this.#vitest.dryRun(options);
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const isStatic = options.mutantActivation === 'static';
    if (isStatic) await this.#end();
    let answer = await this.#ask(options);
    // A mutant before this one left something behind: what counts is the result of a new worker.
    const isAskedAgain = answer.isSpoiled && !isStatic;
    if (isAskedAgain) {
      await this.#end();
      answer = await this.#ask(options);
    }
    if (isStatic || isAskedAgain) await this.#end();
    return isAskedAgain && answer.isSpoiled ? withoutDelay(answer.result) : answer.result;
  }

  async dispose(): Promise<void> {
    await this.#end();
    await this.#vitest.dispose?.();
  }

  async #ask({
    activeMutant,
    mutantActivation,
    ...options
  }: MutantRunOptions): Promise<MutantAnswer> {
    const mutant = activeMutant.id;
    const loaded = mutantActivation === 'static' ? mutant : '';
    this.#worker ??= await startWorker(this.#context, loaded);
    if (this.#worker === undefined) return NOT_LOADED;
    const question = { mutant, tests: options.testFilter, hitLimit: options.hitLimit };
    const answer = await this.#worker.ask({ ...question, milliseconds: this.#milliseconds });
    Object.assign(this.#milliseconds, answer.milliseconds);
    return answer;
  }

  async #end(): Promise<void> {
    await this.#worker?.end();
    this.#worker = undefined;
  }

  get #context(): Vitest {
    // The runner keeps vitest private, and there is no other way to the same instance.
    return (this.#vitest as unknown as { ctx: Vitest }).ctx;
  }
}

/** A test that is too slow even in a new worker and without the mutant kills nothing. */
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
async function startWorker(vitest: Vitest, mutant: string): Promise<Worker | undefined> {
  vitest.provide('serving', true);
  vitest.provide('loadedMutant', mutant);
  vitest.provide('testFiles', (await vitest.globTestSpecifications()).length);
  // Stryker's own setup file then leaves the mutants alone.
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
  return new MutationRunner(plugin.factory(injector));
}
createMutationRunner.inject = [commonTokens.injector] as const;

export const strykerPlugins = [
  { kind: PluginKind.TestRunner, name: 'loaded-vitest', factory: createMutationRunner },
];

export { strykerValidationSchema } from '@stryker-mutator/vitest-runner';
