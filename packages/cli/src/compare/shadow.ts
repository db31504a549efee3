import type { DecisionRecord, Hooks, Policy } from '@interpose/core';

import { NOT_ASKED, saidIn, saysSame, type Change } from './change.ts';

/**
 * The counts of a shadow so far.
 *
 * @example
 * const share = ({ different, decisions }: ShadowCounts): number => different / decisions;
 */
export interface ShadowCounts {
  readonly decisions: number;
  readonly different: number;
  /** Decisions that differ, by `event tool: enforced>candidate`. */
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * A candidate that runs beside the enforced policies.
 *
 * @example
 * const line = (trial: Shadow): string => `${trial.counts().different} decisions would be different`;
 */
export interface Shadow {
  /** Put these before the enforced policies: an enforced denial stops the hooks behind it. */
  readonly policies: readonly Policy[];
  counts(): ShadowCounts;
}

const MOST_KINDS = 500;

/**
 * Runs candidate policies in monitor mode beside those that are enforced, and counts live what would be different.
 *
 * @param told hears of each difference as it happens.
 * @example
 * const trial = shadow([{ name: 'stricter', hooks: { preToolCall: () => deny('closed') } }]);
 * createHooks({ policies: [...trial.policies] });
 * trial.counts(); // => { decisions: 0, different: 0, kinds: {} }
 */
export function shadow(
  candidate: readonly Policy[],
  told: (change: Change) => void = () => undefined,
): Shadow {
  const counter = new Counter(told);
  const monitored = candidate.map((policy): Policy => ({
    ...policy,
    name: `candidate:${policy.name}`,
    mode: 'monitor',
  }));
  const watcher: Policy = { name: 'shadow', setup: (hooks: Hooks) => counter.listen(hooks) };
  return { policies: [watcher, ...monitored], counts: () => counter.counts() };
}

class Counter {
  readonly #told: (change: Change) => void;
  readonly #kinds = new Map<string, number>();
  #enforced: DecisionRecord | undefined;
  #decisions = 0;
  #different = 0;

  constructor(told: (change: Change) => void) {
    this.#told = told;
  }

  listen(hooks: Hooks): void {
    hooks.observe('onDecision', ({ record }) => {
      if (record.mode === 'monitor') this.#settle(record);
      else {
        this.#settle(undefined);
        this.#decisions += 1;
        this.#enforced = record;
      }
    });
  }

  counts(): ShadowCounts {
    this.#settle(undefined);
    const kinds = Object.fromEntries(this.#kinds);
    return { decisions: this.#decisions, different: this.#different, kinds };
  }

  /** Compares the decisions. The candidate's record comes right after the enforced one, or not at all. */
  #settle(would: DecisionRecord | undefined): void {
    const enforced = this.#enforced;
    this.#enforced = undefined;
    if (enforced === undefined || (would !== undefined && would.event !== enforced.event)) return;
    const from = saidIn(enforced);
    const to = would === undefined ? NOT_ASKED : saidIn(would);
    if (saysSame(from, to)) return;
    this.#different += 1;
    const { event, tool = '' } = enforced;
    const kind = `${event} ${tool}: ${from.decision}>${to.decision}`;
    if (this.#kinds.has(kind) || this.#kinds.size < MOST_KINDS)
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    this.#told({ event, tool, from, to });
  }
}
