import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

import type { ConformanceCell } from './conformance-cell.ts';
import { conformanceResultsFile } from './conformance-results.ts';
import { repositoryRoot } from '../list-workspaces.ts';

/** Writes the results of the conformance suite to a file for each test file that ran completely. */
export class ConformanceReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()].filter((test) => toldBy(test).length > 0);
    if (tests.length === 0 || tests.some(wasLeftOut)) return;
    const file = conformanceResultsFile(relative(repositoryRoot, module.moduleId));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify(tests.flatMap(resultsOf)));
  }
}

/** Returns the cells of a test as they are if it passes; see `conformance` of `@interpose/testing`. */
function toldBy(test: TestCase): readonly ConformanceCell[] {
  const { conformance = [] } = test.meta() as { conformance?: readonly ConformanceCell[] };
  return conformance;
}

/** Whether a filter on the command line kept a test from running. */
function wasLeftOut(test: TestCase): boolean {
  const isShown = toldBy(test).some(({ outcome }) => outcome === 'passed');
  return isShown && !['passed', 'failed'].includes(test.result().state);
}

function resultsOf(test: TestCase): ConformanceCell[] {
  const isFailed = test.result().state === 'failed';
  return toldBy(test).map((cell) => (isFailed ? { ...cell, outcome: 'failed' } : cell));
}
