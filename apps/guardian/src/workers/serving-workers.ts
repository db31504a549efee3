import {
  KeptInMain,
  NamedStores,
  readAsk,
  responseOf,
  workerFor,
  WorkerSlot,
} from '@interpose/aos/pool';

import type { OpenPolicies } from '../policies/policy-layer.ts';
import { modulesOf, type PolicySource } from '../policies/policy-source.ts';
import { askPatiently } from './ask-patiently.ts';
import { askPeople } from './ask-people.ts';
import type { Undecided } from './undecided.ts';
import type { MainSide, WorkerTimes } from './worker-options.ts';
import type { ServingTalk, WorkerStart } from './worker-talk.ts';

const SCRIPT = new URL('./serving-worker.ts', import.meta.url);

/** The options for the workers of one version. */
export interface ServingOptions extends WorkerTimes {
  readonly workers: number;
  readonly start: WorkerStart;
  readonly main: MainSide;
  readonly undecided: Undecided;
  /** The stores for the state of sessions, by name. */
  readonly sessions: NamedStores;
  readonly news: () => readonly ServingTalk['news'][];
  readonly told: (told: ServingTalk['told'], digest: string) => void;
  readonly stopped: (worker: number, reason: string, undecided: number) => void;
}

/** The workers of one version. */
export class ServingWorkers implements OpenPolicies {
  readonly source: PolicySource;
  readonly #options: ServingOptions;
  readonly #slots: readonly WorkerSlot<ServingTalk>[];
  readonly #ending = new AbortController();
  #names: readonly string[] = [];
  #uncovered: readonly string[] = [];

  private constructor(options: ServingOptions) {
    this.source = options.start.source;
    this.#options = options;
    const { workers, sessions } = options;
    const memory = new NamedStores();
    const kept = new KeptInMain((name) =>
      name.startsWith('sessions ') ? sessions.of(name) : memory.of(name),
    );
    this.#slots = Array.from({ length: workers }, (_, worker) => this.#slot(worker, kept));
  }

  /** Starts the workers; if one cannot load the version, all of them are closed. */
  static async start(options: ServingOptions): Promise<ServingWorkers> {
    const serving = new ServingWorkers(options);
    try {
      const [ready] = await Promise.all(serving.#slots.map((slot) => slot.ready()));
      serving.#names = ready?.names ?? [];
      serving.#uncovered = ready?.uncovered ?? [];
      return serving;
    } catch (error) {
      await serving.close();
      throw error;
    }
  }

  get names(): readonly string[] {
    return this.#names;
  }

  get uncovered(): readonly string[] {
    return this.#uncovered;
  }

  /** The number of workers that are ready. */
  get ready(): number {
    return this.#slots.filter((slot) => slot.isReady).length;
  }

  /** The number of workers that rest for a while: their decisions are denied. */
  get resting(): number {
    return this.#slots.filter((slot) => slot.isResting).length;
  }

  /** Answers a request. All requests of a session go to one worker, since a policy may keep state there. */
  async answer(request: Request, tenant: string, agent: string | undefined): Promise<Response> {
    const read = await readAsk(request);
    if (read instanceof Response) return read;
    const { asked, session } = read;
    const slot = this.#slots[workerFor(`${tenant} ${session}`, this.#slots.length)]!;
    const key = this.#options.main.keyOf(tenant);
    try {
      return responseOf(
        await askPatiently(slot, { tenant, agent, key, asked }, this.#ending.signal),
      );
    } catch (error) {
      return this.#options.undecided.deny(asked, error, { tenant, agent });
    }
  }

  tell(news: ServingTalk['news']): void {
    for (const slot of this.#slots) slot.inform(news);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #slot(worker: number, kept: KeptInMain): WorkerSlot<ServingTalk> {
    const { start, decisionMs, loadMs, heapMb, main, news, told, stopped } = this.#options;
    const { digest } = this.source;
    return new WorkerSlot<ServingTalk>({
      script: SCRIPT,
      start,
      module: modulesOf(this.source).join(', '),
      budgetMs: decisionMs,
      loadMs,
      heapMb,
      news,
      call: (call, signal) =>
        call.kind === 'store' ? kept.do(call.call) : askPeople(main, call.ask, signal),
      told: (message) => told(message, digest),
      stopped: (reason, undecided) => stopped(worker, reason, undecided),
    });
  }
}
