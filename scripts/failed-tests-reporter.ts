import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

import { repositoryRoot } from './list-workspaces.ts';

/** Names the failed tests once more at the very end, a line each, where nobody has to look for them. */
export class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.flatMap(failuresIn);
    if (failed.length === 0) return;
    console.log(`failed once more, ${failed.length} in all:`);
    for (const failure of failed) console.log(`failed  ${failure}`);
  }
}

/** A module that cannot be loaded has no tests, and suites fail by themselves in their hooks. */
function failuresIn(module: TestModule): string[] {
  const path = relative(repositoryRoot, module.moduleId);
  const tests = [...module.children.allTests('failed')];
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const named = [...tests, ...suites].map(({ fullName }) => `${path} > ${fullName}`);
  return module.errors().length > 0 || (named.length === 0 && module.state() === 'failed')
    ? [path, ...named]
    : named;
}
