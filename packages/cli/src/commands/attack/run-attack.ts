import { resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import { judgeAttack } from '../../attacking/judge-attack.ts';
import { planAttacks, type AttackPlan } from '../../attacking/plan-attacks.ts';
import { ToolBook } from '../../attacking/tool-book.ts';
import { PolicySet } from '../../compare/policy-set.ts';
import { loadConfig } from '../../config/load-config.ts';
import { covers } from '../../lint/lint-rules.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import type { RecordedSession } from '../../recordings/read-recordings.ts';
import { shownRecordings } from '../../recordings/shown-recordings.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { AttackTally, type AttackReport } from './attack-tally.ts';
import { tellAttack } from './tell-attack.ts';
import { ThroughFile } from './through-file.ts';

/** Attacks every run and reports what the policies did. */
export async function runAttack(given: Given, terminal: Terminal): Promise<ExitCode> {
  // Every approver says yes, so that attacks that ask a person are counted apart from stopped attacks.
  const set = await PolicySet.open(await loadConfig(given.folder, given.text('policies')), true);
  const plan = await planOf(given, terminal);
  const out = given.text('out');
  const file = out === undefined ? undefined : new ThroughFile(placeOf(out, given));
  const tally = new AttackTally();
  try {
    for await (const session of sessions(given, terminal, 'attacking', tally)) {
      tally.runs += 1;
      await attackRun(session, { set, plan, tally, ...(file === undefined ? {} : { file }) });
    }
    file?.finish();
  } finally {
    file?.drop();
  }
  await set.close();
  const about = { policies: set.name, seed: plan.seed, ...(out === undefined ? {} : { out }) };
  const report = tally.toReport(about);
  terminal.json(report);
  tellAttack(report, terminal);
  return codeOf(report);
}

/** @throws InterposeError `usage_invalid` if the file would replace an attacked recording. */
function placeOf(out: string, { folder, words }: Given): string {
  const path = resolve(folder, out);
  if (words.some((word) => resolve(folder, word) === path))
    throw usageError(`--out ${out} is one of the recordings`, 'name another file');
  return path;
}

function codeOf({ attacks, through, failures, unreadable }: AttackReport): ExitCode {
  if (attacks === 0) return 3;
  return through > 0 || unreadable > 0 || Object.keys(failures).length > 0 ? 1 : 0;
}

interface Battle {
  readonly set: PolicySet;
  readonly plan: AttackPlan;
  readonly tally: AttackTally;
  readonly file?: ThroughFile;
}

async function attackRun(
  session: RecordedSession,
  { set, plan, tally, file }: Battle,
): Promise<void> {
  const place = `${session.file}:${session.line}`;
  let count = 0;
  for (const attack of planAttacks(session.run, place, plan)) {
    const sessionId = `${session.sessionId}-attack-${(count += 1)}`;
    const played = await set.play({ ...session, run: attack.run, sessionId, isNamed: false });
    const judged = judgeAttack(attack, played);
    tally.add(attack, judged, played.failures);
    if (judged.fate === 'through') file?.addAttack(session, attack, plan.seed);
  }
}

/** Reads the recordings once to find the tools. @throws InterposeError `recording_empty` if there is none to attack. */
async function planOf(given: Given, terminal: Terminal): Promise<AttackPlan> {
  const book = new ToolBook();
  for await (const { run } of sessions(given, terminal, 'reading  ')) book.add(run);
  const [wanted, outsiders] = [given.texts('tool'), given.texts('outsider')];
  const called = (name: string): boolean => book.tools.some((tool) => covers(name, tool.name));
  const unknown = [...wanted, ...outsiders].filter((name) => !called(name));
  if (unknown.length > 0)
    throw new InterposeError(
      'recording_empty',
      `${given.words.join(', ')} contains no call of ${unknown.join(', ')}`,
      'name recordings with such calls, or other tools with --tool and --outsider',
    );
  const tools = book.tools.filter(({ name }) => isNamed(wanted, name));
  const isOutsider = (tool: string): boolean => isNamed(outsiders, tool);
  if (tools.length === 0 || !book.tools.some(({ name }) => isOutsider(name)))
    throw new InterposeError(
      'recording_empty',
      `${given.words.join(', ')} contains no call of the tools to attack`,
      'name recordings with tool calls, or other tools with --tool and --outsider',
    );
  const seed = given.count('seed') ?? 1;
  return { seed, tools, isOutsider, most: given.count('perRun') ?? 20 };
}

/** Whether a tool is named; true for every tool if no name is given. */
function isNamed(names: readonly string[], tool: string): boolean {
  return names.length === 0 || names.some((name) => covers(name, tool));
}

async function* sessions(
  given: Given,
  terminal: Terminal,
  label: string,
  tally?: AttackTally,
): AsyncGenerator<RecordedSession, void> {
  for await (const row of shownRecordings(given, terminal, label)) {
    if (row.kind === 'run') yield row;
    else if (tally !== undefined) tally.unreadable += 1;
  }
}
