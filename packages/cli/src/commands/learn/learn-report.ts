import type { LabelledRuleFile } from '@interpose/policies/rules/labelled';

import type { Learned } from '../../learning/learn.ts';
import { runsToDeny } from '../../learning/strictness.ts';
import { percent } from '../../learning/write-rules.ts';
import { counted, table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The result of learning, as `--json` writes it. */
export interface LearnReport {
  readonly out: string;
  readonly runs: number;
  readonly unreadable: number;
  readonly leftOut: number;
  readonly tools: number;
  readonly strictness: string;
  readonly trials: readonly {
    readonly strictness: string;
    readonly runs: number;
    readonly kept: number;
    readonly unasked: number;
    readonly asks: number;
  }[];
  /** Whether the chosen strictness keeps the requested share of runs. */
  readonly keepsEnough: boolean;
  /** The expected share of future calls to tools that were not seen. */
  readonly newTools: number;
  /** What could not be learned, tool by tool. */
  readonly notLearned: readonly string[];
  readonly rules: LabelledRuleFile;
}

/** @param keep share of runs, 0 to 1. */
export function toReport(
  learned: Learned,
  read: Pick<LearnReport, 'out' | 'unreadable' | 'leftOut'>,
  keep: number,
): LearnReport {
  const { trials, strictness, evidence, newTools, file } = learned;
  const taken = trials.find((trial) => trial.strictness === strictness);
  return {
    ...read,
    runs: evidence.runs,
    tools: evidence.tools.size,
    strictness: strictness.name,
    trials: trials.map((trial) => ({ ...trial, strictness: trial.strictness.name })),
    keepsEnough: taken !== undefined && taken.kept >= keep * taken.runs,
    newTools,
    notLearned: notLearned(learned, keep),
    rules: file,
  };
}

function notLearned({ evidence, labels }: Learned, keep: number): readonly string[] {
  const few = runsToDeny(keep);
  const rare = [...evidence.tools].filter(([, { runs }]) => runs < 3).map(([name]) => name);
  const unsure = [...labels].flatMap(([name, label]) =>
    label.unsure.map((why) => `${name} ${why}`),
  );
  return [
    ...(evidence.runs < few
      ? [`what to deny: ${counted(evidence.runs, 'run')} are too few, ${few} are needed`]
      : []),
    ...(rare.length > 0
      ? [`where values come from in tools of one or two runs: ${rare.toSorted().join(', ')}`]
      : []),
    ...(evidence.beyond > 0 ? [`${counted(evidence.beyond, 'tool')} beyond the first 5,000`] : []),
    'who can write into what a tool reads: every result counts as untrusted',
    ...unsure,
  ];
}

const SHOWN = 12;

/** Prints the report for people. */
export function tellLearned(report: LearnReport, terminal: Terminal): void {
  const { out, runs, tools, leftOut, unreadable, strictness, notLearned: open } = report;
  terminal.say(`${counted(runs, 'good run')}, ${counted(tools, 'tool')} → ${out} (${strictness})`);
  if (leftOut > 0) terminal.say(`  ${counted(leftOut, 'row')} left out by --where`);
  if (unreadable > 0) terminal.say(`  ${counted(unreadable, 'row')} could not be read`);
  terminal.say();
  terminal.say('On runs that the rules were not learned from:');
  const rows = report.trials.map((trial) => [
    trial.strictness === strictness ? `› ${trial.strictness}` : `  ${trial.strictness}`,
    `${trial.kept} of ${trial.runs} kept`,
    `${trial.unasked} without a question`,
    counted(trial.asks, 'ask'),
  ]);
  terminal.block(table(rows));
  if (!report.keepsEnough) terminal.say(terminal.paint('yellow', '  None keeps enough.'));
  terminal.block(
    wrap(
      `${percent(report.newTools)} of the calls to come are expected to be of tools that no run called.`,
      terminal.columns,
      '  ',
    ),
  );
  terminal.say();
  terminal.say('Not learned:');
  for (const each of open.slice(0, SHOWN)) terminal.block(wrap(each, terminal.columns, '  '));
  if (open.length > SHOWN)
    terminal.say(`  and ${open.length - SHOWN} more; the file says them beside each tool`);
}
