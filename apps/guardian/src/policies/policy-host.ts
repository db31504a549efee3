import { fairTimer } from '@interpose/aos/pool';
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

/** The header of every answer with the digest of the deciding policies. */
export const POLICIES_HEADER = 'interpose-policies';

/** One version while it serves, and until its open requests are decided. */
interface Served {
  readonly policies: OpenPolicies;
  /** The number of requests in progress. */
  inFlight: number;
}

/** Serves policies that were checked, until a newer version was checked. */
export class PolicyHost {
  /** The SHA-256 of the files at their last load, even if another version serves. */
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

  /** The version that serves. */
  get source(): PolicySource | undefined {
    return this.#served?.policies.source;
  }

  /** The state of the workers; undefined if policies decide in this thread. */
  get workers(): WorkerHealth | undefined {
    return this.#place.health;
  }

  /** Passes switches on to workers. */
  stop(stops: Stops): void {
    this.#place.stop?.(stops);
  }

  /** Sets the keeper that tries and stores versions from now on. */
  attach(keeper: VersionKeeper): void {
    this.#keeper = keeper;
  }

  /**
   * Loads the files from disk and serves them from now on, unless a later load began meanwhile: the newest load counts,
   * however long each takes. Requests in flight end under the policies they began with.
   */
  async load(by: string = 'file'): Promise<void> {
    await this.serveVersion(async () => {
      const source = await readSource(this.#module);
      this.fileDigest = source.digest;
      return source;
    }, by);
  }

  /** Does the same as `load` for any version. */
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

  /** Tries a version, and closes it if it is refused. */
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

  /** Does the same as `load`, but keeps the serving version after a failure; false if the files could not be tried. */
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

  /** Answers a step of an agent of this tenant; only of the named agent if there is one. */
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

  /** Opens policies of a version that judge stored decisions, apart from the serving ones. */
  judge(source: PolicySource): Promise<Judging> {
    return this.#place.judge(source);
  }

  /** Aborts open decisions: callers get no decision, and apply their posture. */
  giveUp(): void {
    this.#ending.abort(new Error('the guardian ends'));
  }

  /** Closes replaced policies once their open requests are decided. */
  async #retire(served: Served): Promise<void> {
    if (served !== this.#served && served.inFlight === 0) await served.policies.close();
  }

  async close(): Promise<void> {
    await this.#served?.policies.close();
  }

  /** Waits for a load. Policies that load too late are closed, and never served. */
  async #inTime(loading: Promise<OpenPolicies>): Promise<OpenPolicies> {
    const { loadMs = LOAD_MS } = this.#options;
    const late = Promise.withResolvers<undefined>();
    const cancel = fairTimer(loadMs, () => late.resolve(undefined));
    const policies = await Promise.race([loading, late.promise]).finally(cancel);
    if (policies !== undefined) return policies;
    loading.then((opened) => opened.close()).catch(() => {});
    throw tooLate(this.#module, loadMs);
  }
}
