import type { DecisionRecord } from '@interpose/core';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { within } from '../command/drain.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import type { Recorder } from '../storing/recorder.ts';
import type { Storage } from '../storage/open-storage.ts';

const ANSWER_MS = 1000;
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 60];

/** The metrics for Prometheus. */
export class GuardianMetrics {
  readonly #registry = new Registry();
  readonly #decisions: Counter<'verb' | 'policy'>;
  /** Decisions since the last scrape, by verb and policy. */
  readonly #counted = new Map<string, Map<string, number>>();
  readonly #seconds: Histogram;
  readonly #reported: Counter;

  constructor() {
    const registers = [this.#registry];
    this.#decisions = new Counter({
      name: 'interpose_guardian_decisions_total',
      help: 'Decisions made here, by verb and by the policy that decided.',
      labelNames: ['verb', 'policy'],
      registers,
      collect: () => this.#tellCounted(),
    });
    this.#seconds = new Histogram({
      name: 'interpose_guardian_decision_seconds',
      help: 'How long a decision took, people included.',
      buckets: SECONDS,
      registers,
    });
    this.#reported = new Counter({
      name: 'interpose_guardian_reported_total',
      help: 'Decisions that agents made by themselves and reported.',
      registers,
    });
  }

  /** Adds metrics that are read only at a scrape. */
  watch(parts: {
    readonly storage: Storage;
    readonly recorder: Recorder;
    readonly host: PolicyHost;
  }): void {
    const { storage, recorder, host } = parts;
    const spool = 'interpose_guardian_spool';
    this.#gauge(
      `${spool}_bytes`,
      'Bytes that wait for the database.',
      () => recorder.backlog.bytes,
    );
    this.#gauge(`${spool}_failing`, '1 while the database takes nothing.', () =>
      Number(recorder.backlog.failing),
    );
    this.#gauge(
      'interpose_guardian_in_flight',
      'Steps that are being decided.',
      () => host.inFlight,
    );
    if (host.workers !== undefined) this.#watchWorkers(host);
    this.#gauge('interpose_guardian_asks_waiting', 'Asks that wait for people.', () =>
      countWaiting(storage),
    );
  }

  #watchWorkers(host: PolicyHost): void {
    this.#gauge(
      'interpose_guardian_workers_ready',
      'Worker threads that can be asked.',
      () => host.workers?.ready ?? 0,
    );
    const stopped: Counter = new Counter({
      name: 'interpose_guardian_workers_stopped_total',
      help: 'Worker threads that were stopped, or ended by themselves, and were replaced.',
      registers: [this.#registry],
      collect: () => {
        stopped.reset();
        stopped.inc(host.workers?.stopped ?? 0);
      },
    });
  }

  decided({ decision, by: [hook = ''], ms }: DecisionRecord): void {
    const slash = hook.indexOf('/');
    this.#count(decision, slash < 0 ? hook : hook.slice(0, slash));
    this.#seconds.observe(ms / 1000);
  }

  /** Counts a decision. The labels are set at the scrape, not at each decision. */
  #count(verb: string, policy: string): void {
    const policies = this.#counted.get(verb) ?? new Map<string, number>();
    this.#counted.set(verb, policies.set(policy, (policies.get(policy) ?? 0) + 1));
  }

  #tellCounted(): void {
    for (const [verb, policies] of this.#counted)
      for (const [policy, count] of policies) this.#decisions.inc({ verb, policy }, count);
    this.#counted.clear();
  }

  reported(count: number): void {
    this.#reported.inc(count);
  }

  async answer(): Promise<Response> {
    const headers = { 'content-type': this.#registry.contentType };
    return new Response(await this.#registry.metrics(), { headers });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: async () => gauge.set(await read()),
    });
  }
}

/** Counts waiting asks; not a number while the database does not answer. */
async function countWaiting(storage: Storage): Promise<number> {
  const counted = storage
    .within('*', (work) =>
      work
        .selectFrom('approval')
        .select((e) => e.fn.countAll<number>().as('waiting'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow(),
    )
    .then(({ waiting }) => waiting)
    .catch(() => Number.NaN);
  return (await within(ANSWER_MS, counted)) ? counted : Number.NaN;
}
