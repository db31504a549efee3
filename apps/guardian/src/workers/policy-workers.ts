import { NamedStores } from '@interpose/aos/pool';

import type { Stops } from '../approvals/stop-of.ts';
import type { Reporter } from '../command/reporter.ts';
import type { Judging } from '../policies/judge-again.ts';
import {
  LOAD_MS,
  type HostOptions,
  type OpenPolicies,
  type PolicyPlace,
  type WorkerHealth,
} from '../policies/policy-layer.ts';
import type { PolicySource } from '../policies/policy-source.ts';
import { judgeInWorker } from './judge-in-worker.ts';
import { ServingWorkers } from './serving-workers.ts';
import { Undecided } from './undecided.ts';
import type { MainSide, WorkerTimes } from './worker-options.ts';
import type { ServingTalk } from './worker-talk.ts';

/** The settings for workers. */
export interface WorkerSettings {
  /** The number of threads that decide. */
  readonly workers: number;
  readonly decisionMs: number;
  /** The most megabytes for the policies of one worker. */
  readonly workerMb: number;
}

const LOST =
  'what its policies kept in variables of their own is lost: keep what decides in session.state or a store, which stay';

/** Policies that decide in worker threads: one that blocks its thread is stopped, and the others continue. */
export class PolicyWorkers implements PolicyPlace {
  readonly #settings: WorkerSettings;
  readonly #main: MainSide;
  readonly #report: Reporter;
  readonly #options: HostOptions;
  readonly #ends: AbortSignal;
  readonly #sessions = new NamedStores();
  readonly #open = new Set<ServingWorkers>();
  #stops: Stops = new Map();
  #stopped = 0;

  constructor(
    settings: WorkerSettings,
    main: MainSide,
    { report, options, ends }: { report: Reporter; options: HostOptions; ends: AbortSignal },
  ) {
    this.#settings = settings;
    this.#main = main;
    this.#report = report;
    this.#options = options;
    this.#ends = ends;
    ends.addEventListener('abort', () => this.#tell({ kind: 'give up' }));
  }

  async open(source: PolicySource): Promise<OpenPolicies> {
    const { pendingAfterMs, approvalTimeoutMs } = this.#options;
    const { recording } = this.#main;
    const serving = await ServingWorkers.start({
      ...this.#times(),
      workers: this.#settings.workers,
      start: { source, recording, pendingAfterMs, approvalTimeoutMs },
      main: this.#main,
      undecided: new Undecided(source, this.#report, this.#options),
      sessions: this.#sessions,
      news: () => [{ kind: 'stops', stops: this.#stops }],
      told: (told, digest) => this.#hear(told, digest),
      stopped: (worker, reason, undecided) => this.#lost(worker, reason, undecided),
    });
    this.#open.add(serving);
    // A switch may have changed while they loaded.
    serving.tell({ kind: 'stops', stops: this.#stops });
    return {
      source,
      names: serving.names,
      uncovered: serving.uncovered,
      answer: (request, tenant, agent) => serving.answer(request, tenant, agent),
      close: async () => {
        this.#open.delete(serving);
        await serving.close();
      },
    };
  }

  judge(source: PolicySource): Promise<Judging> {
    return judgeInWorker(source, this.#times());
  }

  /** Sends the switches to every worker, before any other question. */
  stop(stops: Stops): void {
    this.#stops = stops;
    this.#tell({ kind: 'stops', stops });
  }

  /** The state of the serving version's workers, and of earlier versions with open decisions. */
  get health(): WorkerHealth {
    const newest = [...this.#open].at(-1);
    return {
      workers: this.#settings.workers,
      ready: newest?.ready ?? 0,
      resting: newest?.resting ?? 0,
      stopped: this.#stopped,
    };
  }

  #times(): WorkerTimes {
    const { decisionMs, workerMb } = this.#settings;
    const { loadMs = LOAD_MS } = this.#options;
    return { decisionMs, loadMs, heapMb: workerMb };
  }

  #tell(news: ServingTalk['news']): void {
    for (const serving of this.#open) serving.tell(news);
  }

  #hear(told: ServingTalk['told'], digest: string): void {
    if (told.kind === 'report') return this.#report(told.report);
    const { record } = told.decision;
    this.#main.decided(told.decision, digest);
    this.#report({ kind: 'decision', record });
  }

  #lost(worker: number, reason: string, undecided: number): void {
    if (this.#ends.aborted) return;
    this.#stopped += 1;
    const problem = `worker ${worker} was stopped: ${reason}; steps it was deciding: ${undecided}`;
    this.#report({ kind: 'problem', problem: `${problem}; ${LOST}` });
  }
}
