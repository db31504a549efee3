import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

import { repositoryRoot } from './list-workspaces.ts';

/**
 * Prints the failed tests again at the end, one per line, so that they are easy to find. Errors outside of tests (a
 * worker that died) go to `reports/errors-outside-tests.json`, since no other report of a run has them.
 */
export class FailedTestsReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errorsOutsideTests: readonly SerializedError[],
  ): void {
    const reports = join(repositoryRoot, 'reports');
    mkdirSync(reports, { recursive: true });
    const messages = errorsOutsideTests.map(messageWithCause);
    writeFileSync(join(reports, 'errors-outside-tests.json'), JSON.stringify(messages));
    const failed = [...modules.flatMap(failuresIn), ...messages];
    if (failed.length === 0) return;
    console.log(`failed once more, ${failed.length} in all:`);
    for (const failure of failed) console.log(`failed  ${failure}`);
  }
}

/**
 * Returns the failures of a module: one that cannot be loaded has no tests, a suite may fail in its hooks, and the
 * tests of a worker that died never end.
 */
function failuresIn(module: TestModule): string[] {
  const path = relative(repositoryRoot, module.moduleId);
  const tests = [...module.children.allTests('failed'), ...module.children.allTests('pending')];
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const named = [...tests, ...suites].map(({ fullName }) => `${path} > ${fullName}`);
  return module.errors().length > 0 || (named.length === 0 && module.state() === 'failed')
    ? [path, ...named]
    : named;
}

/** Adds the cause, which names the file of a worker that died, and the signal. */
function messageWithCause({ message, cause }: SerializedError): string {
  return cause?.message ? `${message} ${cause.message}` : message;
}
