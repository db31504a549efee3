import { relative, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import { findFiles, statOf } from '../../app/find-files.ts';
import { Coverage } from '../../cases/coverage.ts';
import { looksLikeRules } from '../../cases/looks-like-rules.ts';
import { policiesOf } from '../../cases/policies-of.ts';
import { readCaseFile } from '../../cases/read-case-file.ts';
import { runCase } from '../../cases/run-case.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { writeWhole } from '../../program/whole-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { renderJunit } from './render-junit.ts';
import { tellTests, type FileResult, type TestReport } from './tell-tests.ts';

/** Runs every case of the files and reports the failed ones. */
export async function runTest(given: Given, terminal: Terminal): Promise<ExitCode> {
  const files = listFiles(given);
  if (given.flag('watch')) {
    const { watch } = await import('./watch.ts');
    return watch(files, given, terminal);
  }
  const report = await runAll(files, given);
  const junit = given.text('junit');
  if (junit !== undefined) writeWhole([resolve(given.folder, junit), renderJunit(report)]);
  terminal.json(report);
  tellTests(report, terminal, given.flag('coverage'));
  return report.failed > 0 || report.isBelow ? 1 : 0;
}

async function runAll(files: readonly string[], given: Given): Promise<TestReport> {
  const { folder } = given;
  const threshold = given.percent('threshold', 0);
  const coverage = new Coverage();
  const results: FileResult[] = [];
  for (const path of files) {
    const file = readCaseFile(path);
    if (file.cases.length === 0) throw missing(`${relative(folder, path)} holds no case`);
    const policies = await policiesOf(file, folder);
    coverage.know(policies);
    const cases = [];
    for (const each of file.cases) {
      const result = await runCase(each, policies.make);
      await coverage.add(result, policies);
      cases.push({ name: each.name, line: each.line, ms: result.ms, problems: result.problems });
    }
    results.push({ file: relative(folder, path), cases });
  }
  const all = results.flatMap(({ cases }) => cases);
  const failed = all.filter(({ problems }) => problems.length > 0).length;
  const report = coverage.report();
  // Coverage that is not counted cannot reach a threshold.
  const isBelow =
    threshold !== undefined &&
    threshold > 0 &&
    (report.percent < threshold || report.unlisted.length > 0);
  return { files: results, cases: all.length, failed, coverage: report, isBelow };
}

function listFiles({ words, folder }: Given): readonly string[] {
  const named = words.length > 0 ? words : ['.'];
  return named.flatMap((word) => casesAt(resolve(folder, word)));
}

function casesAt(path: string): readonly string[] {
  if (statOf(path)?.isDirectory() !== true) return [path];
  const files = findFiles(path, /\.(?:ya?ml|json)$/, /(?:^|\/)(?:node_modules|\.git)$/)
    .map((file) => resolve(path, file))
    .filter(hasCases);
  if (files.length === 0)
    throw missing(`there is no *.policy.yaml, and no file of rules with tests, below ${path}`);
  return files;
}

/** Whether a file holds cases: YAML and JSON files of other tools may lie beside them. */
function hasCases(path: string): boolean {
  return /\.policy\.(?:ya?ml|json)$/.test(path) || looksLikeRules(path, 'tests');
}

function missing(problem: string): InterposeError {
  return new InterposeError('cases_missing', problem, 'write one, or run interpose init');
}
