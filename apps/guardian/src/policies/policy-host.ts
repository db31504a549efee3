import { InterposeError } from '@interpose/core';

import type { Stops } from '../approvals/stop-of.ts';
import type { Reporter } from '../command/reporter.ts';
import type { Judging } from './judge-again.ts';
import { PoliciesHere } from './policies-here.ts';
import {
  LOAD_MS,
  ONLY_TENANT,
  tooLate,
  untilAborted,
  type HostOptions,
  type OpenPolicies,
  type PolicyPlace,
  type VersionKeeper,
  type WorkerHealth,
} from './policy-layer.ts';
import { readSource, type PolicySource } from './policy-source.ts';

/** The header of every answer that names the policies which decided, by their digest. */
export const POLICIES_HEADER = 'interpose-policies';

/** One version while it serves, and until what it began is decided. */
interface Served {
  readonly policies: OpenPolicies;
  /** Requests these policies are deciding. */
  inFlight: number;
}

/** What is served now: policies that were checked, until others have been. */
export class PolicyHost {
  /** SHA-256 of what the files were when they were last loaded, also where another version is served. */
  fileDigest: string | undefined;
  readonly #module: string;
  readonly #report: Reporter;
  readonly #options: HostOptions;
  readonly #place: PolicyPlace;
  readonly #ending = new AbortController();
  #served: Served | undefined;
  #inFlight = 0;
  #newestLoad = 0;
  #keeper: VersionKeeper | undefined;

  constructor(module: string, report: Reporter, options: HostOptions = {}) {
    this.#module = module;
    this.#report = report;
    this.#options = options;
    const { signal } = this.#ending;
    this.#place = options.place?.(signal) ?? new PoliciesHere(report, options, signal);
  }

  get names(): readonly string[] {
    return this.#served?.policies.names ?? [];
  }

  get digest(): string | undefined {
    return this.#served?.policies.source.digest;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The version that is served. */
  get source(): PolicySource | undefined {
    return this.#served?.policies.source;
  }

  /** How the workers do; undefined where policies decide in this thread. */
  get workers(): WorkerHealth | undefined {
    return this.#place.health;
  }

  /** Lets those who decide elsewhere know what is stopped. */
  stop(stops: Stops): void {
    this.#place.stop?.(stops);
  }

  /** Lets versions be tried and written down from now on. */
  attach(keeper: VersionKeeper): void {
    this.#keeper = keeper;
  }

  /**
   * Loads what is on the disk and serves it from now on, unless a later load began meanwhile: the newest one counts,
   * however long each takes. Requests in flight end under the policies they began with.
   */
  async load(by: string = 'file'): Promise<void> {
    await this.serveVersion(async () => {
      const source = await readSource(this.#module);
      this.fileDigest = source.digest;
      return source;
    }, by);
  }

  /** As `load`, of any version. */
  async serveVersion(read: () => Promise<PolicySource> | PolicySource, by: string): Promise<void> {
    const load = ++this.#newestLoad;
    const isNewest = (): boolean => load === this.#newestLoad;
    let source: PolicySource | undefined;
    const loading = (async () => {
      source = await read();
      return this.#place.open(source);
    })();
    try {
      const policies = await this.#inTime(loading);
      await this.#check(policies);
      if (!isNewest()) return await policies.close();
      await this.#take(policies, by);
    } catch (error) {
      if (source !== undefined) await this.#keeper?.refused(source, by, error as Error);
      if (isNewest()) throw error;
    }
  }

  /** What is refused is closed. */
  async #check(policies: OpenPolicies): Promise<void> {
    if (this.#served === undefined) return;
    try {
      await this.#keeper?.check(policies.source);
    } catch (error) {
      await policies.close();
      throw error;
    }
  }

  async #take(policies: OpenPolicies, by: string): Promise<void> {
    const { names, uncovered, source } = policies;
    const before = this.#served;
    this.#served = { policies, inFlight: 0 };
    const { digest } = source;
    this.#report({ kind: 'policies', names, reloaded: before !== undefined, digest, uncovered });
    await this.#keeper?.served(source, names, by);
    if (before !== undefined) await this.#retire(before);
  }

  /** As `load`, and stays with what is served where that fails; false where the files could not be tried. */
  async reload(): Promise<boolean> {
    try {
      await this.load();
      return true;
    } catch (error) {
      this.#report({
        kind: 'refused',
        problem: error instanceof Error ? error.message : String(error),
      });
      return InterposeError.isInstance(error);
    }
  }

  /** Answers a step of the agents of a tenant; of this one alone where it is named. */
  async answer(request: Request, tenant: string = ONLY_TENANT, agent?: string): Promise<Response> {
    const served = this.#served;
    if (served === undefined) return new Response('no policies yet', { status: 503 });
    this.#inFlight++;
    served.inFlight++;
    try {
      const answer = served.policies.answer(request, tenant, agent);
      const response = await untilAborted(answer, this.#ending.signal);
      response.headers.set(POLICIES_HEADER, served.policies.source.digest);
      return response;
    } finally {
      this.#inFlight--;
      served.inFlight--;
      await this.#retire(served);
    }
  }

  /** Policies of a version that judge again what was decided, apart from those that serve. */
  judge(source: PolicySource): Promise<Judging> {
    return this.#place.judge(source);
  }

  /** Aborts what is still being decided: whoever asked gets no decision, and does what is said for that case. */
  giveUp(): void {
    this.#ending.abort(new Error('the guardian ends'));
  }

  /** Policies that were replaced are closed once they have decided what they began. */
  async #retire(served: Served): Promise<void> {
    if (served !== this.#served && served.inFlight === 0) await served.policies.close();
  }

  async close(): Promise<void> {
    await this.#served?.policies.close();
  }

  /** What comes after its time is closed, and never served. */
  async #inTime(loading: Promise<OpenPolicies>): Promise<OpenPolicies> {
    const { loadMs = LOAD_MS } = this.#options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), loadMs);
    });
    const policies = await Promise.race([loading, late]).finally(() => clearTimeout(timer));
    if (policies !== undefined) return policies;
    loading.then((opened) => opened.close()).catch(() => {});
    throw tooLate(this.#module, loadMs);
  }
}
