import { relative } from 'node:path';

import {
  TestRunner,
  vi,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest';

export interface LoadedTest {
  readonly id: string;
  readonly test: RunnerTestCase;
}
type Step = () => unknown;

/** The tests of all files that one worker has collected, which can be run many times. */
export class LoadedTests {
  readonly #files = new Set<RunnerTestFile>();
  readonly #tests: LoadedTest[] = [];

  get files(): number {
    return this.#files.size;
  }

  add(file: RunnerTestFile): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    this.#addTests(file.tasks);
  }

  /** Returns the tests with these ids, fastest first, since the first test kills most mutants. */
  choose(
    ids: readonly string[] | undefined,
    milliseconds: Readonly<Record<string, number>>,
  ): readonly LoadedTest[] {
    const wanted = ids && new Set(ids);
    const chosen = wanted ? this.#tests.filter(({ id }) => wanted.has(id)) : this.#tests;
    return chosen.toSorted(
      (one, other) => (milliseconds[one.id] ?? 0) - (milliseconds[other.id] ?? 0),
    );
  }

  #addTests(tasks: RunnerTestSuite['tasks']): void {
    for (const task of tasks) {
      if (task.type === 'suite') this.#addTests(task.tasks);
      else this.#tests.push({ id: idOf(task), test: task });
    }
  }
}

/** Runs one test with its hooks; returns the error that the test or a hook threw. */
export async function runLoaded({ test }: LoadedTest): Promise<{ error: unknown } | undefined> {
  const suites = suitesOf(test);
  const cleanups: Step[] = [];
  let failure: { error: unknown } | undefined;
  const attempt = async (step: Step): Promise<void> => {
    try {
      await step();
    } catch (error) {
      failure ??= { error };
    }
  };
  await attempt(async () => {
    for (const suite of suites) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
        const cleanup: unknown = await hook(test.context, suite);
        if (typeof cleanup === 'function') cleanups.push(cleanup as Step);
      }
    }
    await TestRunner.getTestFn(test)();
  });
  for (const suite of suites.toReversed()) {
    const hooks = TestRunner.getSuiteHooks(suite).afterEach.toReversed();
    for (const hook of hooks) await attempt(() => hook(test.context, suite));
  }
  for (const cleanup of cleanups.toReversed()) await attempt(cleanup);
  if (vi.isFakeTimers()) vi.useRealTimers();
  return failure;
}

function suitesOf(test: RunnerTestCase): readonly RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let { suite } = test; suite !== undefined; suite = suite.suite) suites.unshift(suite);
  return suites[0] === test.file ? suites : [test.file, ...suites];
}

/** Returns the id that stryker's vitest runner gives a test. */
function idOf(test: RunnerTestCase): string {
  const names = [test.name];
  for (let { suite } = test; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
  return `${relative(process.cwd(), test.file.filepath)}#${names.join(' > ').trim()}`;
}
