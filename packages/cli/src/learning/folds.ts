import { createHash } from 'node:crypto';

import { labelledRules, type LabelledRuleFile } from '@interpose/policies/rules/labelled';

import { PolicySet } from '../compare/policy-set.ts';
import type { RecordedSession } from '../recordings/read-recordings.ts';
import { Evidence, type SeenRun } from './evidence.ts';
import type { Strictness } from './strictness.ts';

/** The results of rules of one strictness on runs that they were not learned from. */
export interface Trial {
  readonly strictness: Strictness;
  readonly runs: number;
  /** Runs in which nothing was denied. */
  readonly kept: number;
  /** Runs in which, in addition, nobody was asked. */
  readonly unasked: number;
  readonly asks: number;
}

const FOLDS = 10;

/** Good runs in ten parts: rules learned from nine are tried on the tenth. Runs of one task stay in one part. */
export class Folds {
  readonly #strictnesses: readonly Strictness[];
  readonly #evidence = Array.from({ length: FOLDS }, () => new Evidence());

  constructor(strictnesses: readonly Strictness[]) {
    this.#strictnesses = strictnesses;
  }

  add(run: SeenRun): void {
    const own = foldOf(run.task);
    for (const [fold, evidence] of this.#evidence.entries()) if (fold !== own) evidence.add(run);
  }

  /** Tries every strictness on all runs, each run under the rules learned from the other parts. */
  async judge(
    read: () => AsyncIterable<RecordedSession>,
    draw: (evidence: Evidence, strict: Strictness) => LabelledRuleFile,
  ): Promise<readonly Trial[]> {
    const sets = await Promise.all(this.#evidence.map((evidence) => this.#open(evidence, draw)));
    const trials = this.#strictnesses.map((strictness) => ({
      strictness,
      runs: 0,
      kept: 0,
      unasked: 0,
      asks: 0,
    }));
    for await (const session of read()) {
      for (const { set, places } of sets[foldOf(session.run.chats[0]?.user[0] ?? '')]!) {
        const { steps, asks } = await set.play(session);
        const isKept = steps.every(({ record }) => record.decision !== 'deny');
        for (const place of places) {
          const trial = trials[place]!;
          trial.runs += 1;
          trial.asks += asks;
          if (isKept) trial.kept += 1;
          if (isKept && asks === 0) trial.unasked += 1;
        }
      }
    }
    await Promise.all(sets.flat().map(({ set }) => set.close()));
    return trials;
  }

  /** Opens the rule sets; strictnesses with equal rules are tried once. */
  async #open(
    evidence: Evidence,
    draw: (evidence: Evidence, strict: Strictness) => LabelledRuleFile,
  ): Promise<readonly TriedSet[]> {
    const sets = new Map<string, TriedSet>();
    for (const [place, strictness] of this.#strictnesses.entries()) {
      const file = draw(evidence, strictness);
      const json = JSON.stringify(file);
      const known = sets.get(json);
      if (known !== undefined) known.places.push(place);
      else {
        const module = { options: { policies: labelledRules(file) } };
        const set = await PolicySet.open({ path: '', name: 'learned', module }, true);
        sets.set(json, { set, places: [place] });
      }
    }
    return [...sets.values()];
  }
}

interface TriedSet {
  readonly set: PolicySet;
  /** The positions of the strictnesses in their order. */
  readonly places: number[];
}

function foldOf(task: string): number {
  return createHash('sha256').update(task).digest().readUInt32BE(0) % FOLDS;
}
