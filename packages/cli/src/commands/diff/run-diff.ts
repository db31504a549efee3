import { resolve } from 'node:path';

import { Comparison } from '../../compare/comparison.ts';
import { PolicySet } from '../../compare/policy-set.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { writeWhole } from '../../program/whole-file.ts';
import type { BadRow } from '../../recordings/read-recordings.ts';
import { shownRecordings } from '../../recordings/shown-recordings.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { toReport, type DiffReport } from './diff-report.ts';
import { renderDiff } from './render-diff.ts';
import { tellDiff } from './tell-diff.ts';

/** Plays every run through both sets of policies and reports the changes. */
export async function runDiff(given: Given, terminal: Terminal): Promise<ExitCode> {
  const report = await compare(given, terminal);
  const html = given.text('html');
  if (html !== undefined) {
    writeWhole([resolve(given.folder, html), renderDiff(report)]);
  }
  terminal.json(report);
  tellDiff(report, terminal);
  if (html !== undefined) terminal.say(`The report is in ${html}`);
  if (report.runs === 0) return 3;
  // A run that was not compared may hide a change.
  const { unexpected, unreadable, failures } = report;
  return unexpected > 0 || unreadable > 0 || failures.length > 0 ? 1 : 0;
}

async function compare(given: Given, terminal: Terminal): Promise<DiffReport> {
  const { folder } = given;
  const candidateName = given.needed('candidate');
  const approves = given.text('answer') !== 'no';
  const base = await PolicySet.open(await loadConfig(folder, given.text('base')), approves);
  const candidate = await PolicySet.open(await loadConfig(folder, candidateName), approves);
  const comparison = new Comparison(given.texts('allow'));
  const unreadable: BadRow[] = [];
  const failures = new Set<string>();
  let bad = 0;
  for await (const row of shownRecordings(given, terminal, 'comparing')) {
    if (row.kind === 'unreadable') {
      bad += 1;
      if (unreadable.length < 10) unreadable.push(row);
      continue;
    }
    const before = await base.play(row);
    const after = await candidate.play(row);
    for (const failure of [...before.failures, ...after.failures])
      if (failures.size < 20) failures.add(failure);
    comparison.add(row, before, after);
  }
  await Promise.all([base.close(), candidate.close()]);
  return toReport(comparison, base, candidate, {
    count: bad,
    examples: unreadable,
    failures: [...failures],
  });
}
