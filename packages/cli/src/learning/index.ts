import type { LabelledRuleFile } from '@interpose/policies/rules/labelled';

import { learnRulesFrom, type LearnOptions } from './learn.ts';
import { writeRules } from './write-rules.ts';

export type { LearnOptions } from './learn.ts';

/**
 * Rules learned from good runs, and their results on runs that they were not learned from.
 *
 * @example
 * const share = ({ kept, runs }: LearnedRules): number => kept / runs;
 */
export interface LearnedRules {
  readonly file: LabelledRuleFile;
  /** The same rules as YAML, each label with how often it held. */
  readonly text: string;
  /** `strict`, `firm`, `careful` or `loose`. */
  readonly strictness: string;
  readonly runs: number;
  readonly kept: number;
  /** Kept runs in which nobody was asked. */
  readonly unasked: number;
}

/**
 * Learns least-privilege rules from good runs, as `interpose learn` does: the strictest rules that keep enough of the
 * runs they were not learned from.
 *
 * @example
 * const policies = async (read: LearnOptions['read']) => labelledRules((await learnRules({ read })).file);
 */
export async function learnRules(options: LearnOptions): Promise<LearnedRules> {
  const learned = await learnRulesFrom(options);
  const { file, strictness, trials } = learned;
  const { runs, kept, unasked } = trials.find((trial) => trial.strictness === strictness)!;
  return { file, text: writeRules(learned), strictness: strictness.name, runs, kept, unasked };
}
