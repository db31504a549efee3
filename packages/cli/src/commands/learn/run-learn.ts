import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { learnRulesFrom } from '../../learning/learn.ts';
import { writeRules } from '../../learning/write-rules.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { writeWhole } from '../../program/whole-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { GoodRuns } from './good-runs.ts';
import { tellLearned, toReport } from './learn-report.ts';

/** Learns rules, writes them, and reports how well they did. */
export async function runLearn(given: Given, terminal: Terminal): Promise<ExitCode> {
  const out = given.needed('out');
  const path = resolve(given.folder, out);
  if (existsSync(path) && !given.flag('force'))
    throw usageError(`${out} is there`, 'name another file with --out, or add --force');
  const keep = (given.percent('keep', 1) ?? 95) / 100;
  const good = new GoodRuns(given, terminal);
  let readings = 0;
  const read = () => good.read((readings += 1) === 1 ? 'learning' : 'trying  ');
  const learned = await learnRulesFrom({ read, keep });
  writeWhole([path, writeRules(learned)]);
  const { unreadable, leftOut } = good;
  const report = toReport(learned, { out, unreadable, leftOut }, keep);
  terminal.json(report);
  tellLearned(report, terminal);
  return report.keepsEnough && unreadable === 0 ? 0 : 1;
}
