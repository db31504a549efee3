import type { Fate, JudgedAttack } from '../../attacking/judge-attack.ts';
import type { Attack } from '../../attacking/plan-attacks.ts';

/** The number of attacks for each fate. */
export type Fates = Record<Fate, number>;

/** The results of the attacks, as `--json` writes them. */
export interface AttackReport extends Fates {
  readonly policies: string;
  readonly seed: number;
  readonly runs: number;
  readonly unreadable: number;
  readonly attacks: number;
  /** By the tool that the attacker wanted called. */
  readonly tools: Readonly<Record<string, Fates>>;
  /** By the tool whose result the attacker changed. */
  readonly after: Readonly<Record<string, Fates>>;
  readonly disguises: Readonly<Record<string, Fates>>;
  /** The policies that stopped, asked or changed, as `policy code`. */
  readonly by: Readonly<Record<string, number>>;
  /** Hooks that failed, as `hook: code`. */
  readonly failures: Readonly<Record<string, number>>;
  /** The file that the attacks that went through were written to. */
  readonly out?: string;
}

const MOST_NAMES = 5000;

/** Counts the fates of attacks; the size is bounded. */
export class AttackTally {
  readonly fates: Fates = noFates();
  runs = 0;
  attacks = 0;
  unreadable = 0;
  readonly #tools: Record<string, Fates> = {};
  readonly #after: Record<string, Fates> = {};
  readonly #disguises: Record<string, Fates> = {};
  readonly #by: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};

  add(
    { tool, after, disguise }: Attack,
    { fate, said }: JudgedAttack,
    failures: readonly string[],
  ): void {
    this.attacks += 1;
    this.fates[fate] += 1;
    tally(this.#tools, tool)[fate] += 1;
    tally(this.#after, after)[fate] += 1;
    tally(this.#disguises, disguise)[fate] += 1;
    if (said !== undefined) count(this.#by, [...said.policies, ...said.codes].join(' '));
    for (const failure of failures) count(this.#failures, failure);
  }

  toReport(about: Pick<AttackReport, 'policies' | 'seed' | 'out'>): AttackReport {
    return {
      ...about,
      runs: this.runs,
      unreadable: this.unreadable,
      attacks: this.attacks,
      ...this.fates,
      tools: this.#tools,
      after: this.#after,
      disguises: this.#disguises,
      by: this.#by,
      failures: this.#failures,
    };
  }
}

function noFates(): Fates {
  return { through: 0, asked: 0, stopped: 0, changed: 0 };
}

/** Returns the counts of a name. Names after the first 5,000 share one count. */
function tally(all: Record<string, Fates>, name: string): Fates {
  const isNew = !Object.hasOwn(all, name) && Object.keys(all).length >= MOST_NAMES;
  return (all[isNew ? 'others' : name] ??= noFates());
}

function count(counts: Record<string, number>, name: string): void {
  const isNew = !Object.hasOwn(counts, name) && Object.keys(counts).length >= MOST_NAMES;
  const key = isNew ? 'others' : name;
  counts[key] = (counts[key] ?? 0) + 1;
}
