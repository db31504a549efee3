import type { LabelledRuleFile } from '@interpose/policies/rules/labelled';

import type { RecordedSession } from '../recordings/read-recordings.ts';
import { Evidence } from './evidence.ts';
import { Folds, type Trial } from './folds.ts';
import { expectedNewTools, learnCalls, learnRules } from './learn-rules.ts';
import { learnLabel, type LearnedLabel } from './learn-labels.ts';
import { strictnesses, type Strictness } from './strictness.ts';
import { RunWatcher } from './watch-runs.ts';

/**
 * What rules are learned from.
 *
 * @example
 * const options: LearnOptions = { read: () => runs, keep: 0.95 };
 */
export interface LearnOptions {
  /** The good runs, one at a time; they are read twice. */
  readonly read: () => AsyncIterable<RecordedSession>;
  /** The share of runs that rules learned from the other runs must keep; 0.95 by default. */
  readonly keep?: number;
}

/** Rules learned from good runs, with their evidence. */
export interface Learned {
  readonly file: LabelledRuleFile;
  readonly evidence: Evidence;
  readonly labels: ReadonlyMap<string, LearnedLabel>;
  readonly strictness: Strictness;
  /** The results of each strictness on unseen runs, up to the chosen strictness. */
  readonly trials: readonly Trial[];
  /** The expected share of future calls to tools that were not seen. */
  readonly newTools: number;
}

/** Learns the strictest rules that keep enough of the runs they were not learned from. */
export async function learnRulesFrom({ read, keep = 0.95 }: LearnOptions): Promise<Learned> {
  const watcher = new RunWatcher();
  const whole = new Evidence();
  const folds = new Folds(strictnesses(keep));
  for await (const session of read()) {
    const seen = await watcher.watch(session);
    whole.add(seen);
    folds.add(seen);
  }
  await watcher.close();
  const trials = await folds.judge(read, (evidence, strict) => draw(evidence, strict).file);
  const strictness = pick(trials, keep);
  const { file, labels } = draw(whole, strictness);
  return { file, labels, evidence: whole, strictness, trials, newTools: expectedNewTools(whole) };
}

/**
 * Returns the strictest that keeps enough runs by the rule of succession, which trusts a share less the fewer runs it
 * covers. If none does, returns the loosest of those that keep most.
 */
function pick(trials: readonly Trial[], keep: number): Strictness {
  const enough = trials.find(({ kept, runs }) => (kept + 1) / (runs + 2) >= keep);
  const most = Math.max(...trials.map(({ kept }) => kept));
  return (enough ?? trials.findLast(({ kept }) => kept === most)!).strictness;
}

interface Drawn {
  readonly file: LabelledRuleFile;
  readonly labels: ReadonlyMap<string, LearnedLabel>;
}

function draw(evidence: Evidence, strict: Strictness): Drawn {
  const labels = new Map(
    [...evidence.tools].map(([name, tool]) => [name, learnLabel(name, tool, strict)]),
  );
  const calls = learnCalls(evidence);
  const tools = Object.fromEntries([...labels].map(([name, { label }]) => [name, label]));
  const file: LabelledRuleFile = {
    name: 'learned',
    schema: 1,
    default: 'allow',
    rules: learnRules(evidence, strict),
    ...(Object.keys(calls).length === 0 ? {} : { calls }),
    labels: { onTainted: 'ask', onUnrequested: 'ask', tools },
  };
  return { file, labels };
}
