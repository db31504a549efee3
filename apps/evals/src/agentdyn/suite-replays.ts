import { createHooks, type Hooks, type Policy } from '@interpose/core';

import { replayRun, type ReplayedCalls } from 'interpose/replay';
import type { AgentdynRun } from './read-agentdyn-rows.ts';

/** One run after its replay. */
export interface ReplayedRun {
  readonly run: AgentdynRun;
  readonly calls: ReplayedCalls;
  /** How often a person was asked. */
  readonly asks: number;
}

/** The policies of each suite, and how long they took to decide. */
export class SuiteReplays {
  /** Microseconds that the hooks of `preToolCall` took, one entry per call they decided about. */
  readonly microseconds: number[] = [];
  readonly #policies: (suite: string) => readonly Policy[];
  readonly #registries = new Map<string, Hooks>();
  #count = 0;
  #asks = 0;
  #isApproved = false;
  readonly #approves: (run: AgentdynRun) => boolean;

  /** `approves` tells what a person says who is asked in a run. */
  constructor(
    policies: (suite: string) => readonly Policy[],
    approves: (run: AgentdynRun) => boolean,
  ) {
    this.#policies = policies;
    this.#approves = approves;
  }

  /** Replays one run. */
  async play(run: AgentdynRun): Promise<ReplayedRun> {
    const hooks = await this.#hooksOf(run.suite);
    this.#count += 1;
    this.#asks = 0;
    this.#isApproved = this.#approves(run);
    const sessionId = `run-${this.#count}`;
    const calls = await replayRun({
      hooks,
      sessionId,
      run: run.recorded,
      // Each suite is an application of its own.
      agent: { id: run.suite },
      asks: () => this.#asks,
    });
    return { run, calls, asks: this.#asks };
  }

  async close(): Promise<void> {
    for (const hooks of this.#registries.values()) await hooks.close();
  }

  async #hooksOf(suite: string): Promise<Hooks> {
    const known = this.#registries.get(suite);
    if (known !== undefined) return known;
    const hooks = createHooks({
      policies: this.#policies(suite),
      // The time of the hooks alone, without that of the person who is asked.
      trace: true,
      approver: () => {
        this.#asks += 1;
        return { approved: this.#isApproved };
      },
    });
    hooks.observe('onDecision', ({ record: { event, steps = [] } }) => {
      if (event !== 'preToolCall') return;
      this.microseconds.push(steps.reduce((sum, { ms }) => sum + ms * 1000, 0));
    });
    this.#registries.set(suite, hooks);
    await hooks.ready();
    return hooks;
  }
}
