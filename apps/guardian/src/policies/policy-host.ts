import { InterposeError, memoryStore, type StateStore } from '@interpose/core';

import { ONLY_TENANT, untilAborted, type HostOptions, type VersionKeeper } from './policy-layer.ts';
import { closeRooms, openRoom, type Room, type Served } from './policy-rooms.ts';
import { readSource, type PolicySource } from './policy-source.ts';
import { loadPolicies, type LoadedPolicies } from './load-policies.ts';
import type { Reporter } from '../command/reporter.ts';

/** The header of every answer that names the policies which decided, by their digest. */
export const POLICIES_HEADER = 'interpose-policies';

/** A module that takes longer than this to load is refused. */
const LOAD_MS = 10_000;

/** What is served now: policies that were checked, until others have been. */
export class PolicyHost {
  readonly #module: string;
  readonly #report: Reporter;
  readonly #options: HostOptions;
  readonly #stores = new Map<string, StateStore>();
  readonly #ending = new AbortController();
  /** The agent that the token of a request is made for. */
  readonly #agents = new WeakMap<Request, string>();
  #served: Served | undefined;
  #inFlight = 0;
  #newestLoad = 0;
  #keeper: VersionKeeper | undefined;

  constructor(module: string, report: Reporter, options: HostOptions = {}) {
    this.#module = module;
    this.#report = report;
    this.#options = options;
  }

  get names(): readonly string[] {
    return this.#served?.loaded.names ?? [];
  }

  /** SHA-256 of the module that is served. */
  get digest(): string | undefined {
    return this.#served?.loaded.source.digest;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The version that is served. */
  get source(): PolicySource | undefined {
    return this.#served?.loaded.source;
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
    await this.serveVersion(() => readSource(this.#module), by);
  }

  /** As `load`, of any version. */
  async serveVersion(read: () => Promise<PolicySource> | PolicySource, by: string): Promise<void> {
    const load = ++this.#newestLoad;
    const isNewest = (): boolean => load === this.#newestLoad;
    let source: PolicySource | undefined;
    const loading = (async () => {
      source = await read();
      return this.#loadFor(source, ONLY_TENANT);
    })();
    try {
      const loaded = await this.#inTime(loading);
      if (this.#served !== undefined) await this.#keeper?.check(loaded.source);
      if (!isNewest()) return await loaded.hooks.close();
      await this.#take(loaded, by);
    } catch (error) {
      if (source !== undefined) await this.#keeper?.refused(source, by, error as Error);
      if (isNewest()) throw error;
    }
  }

  async #take(loaded: LoadedPolicies, by: string): Promise<void> {
    const { names, uncovered, source } = loaded;
    const before = this.#served;
    const rooms = new Map([[ONLY_TENANT, Promise.resolve(this.#room(loaded, ONLY_TENANT))]]);
    this.#served = { loaded, rooms, inFlight: 0 };
    const { digest } = source;
    this.#report({ kind: 'policies', names, reloaded: before !== undefined, digest, uncovered });
    await this.#keeper?.served(source, names, by);
    if (before !== undefined) await this.#retire(before);
  }

  /** As `load`, and stays with what is served where that fails. */
  async reload(): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      this.#report({
        kind: 'refused',
        problem: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** Answers a step of the agents of a tenant; of this one alone where it is named. */
  async answer(request: Request, tenant: string = ONLY_TENANT, agent?: string): Promise<Response> {
    const served = this.#served;
    if (served === undefined) return new Response('no policies yet', { status: 503 });
    if (agent !== undefined) this.#agents.set(request, agent);
    this.#inFlight++;
    served.inFlight++;
    try {
      const { handler } = await this.#roomOf(served, tenant);
      const response = await untilAborted(handler(request), this.#ending.signal);
      response.headers.set(POLICIES_HEADER, served.loaded.source.digest);
      return response;
    } finally {
      this.#inFlight--;
      served.inFlight--;
      await this.#retire(served);
    }
  }

  #loadFor(source: PolicySource, tenant: string): Promise<LoadedPolicies> {
    const { approvalTimeoutMs } = this.#options;
    const store = this.#storeOf(tenant);
    const times = approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs };
    return loadPolicies(source, { store, ...times });
  }

  #storeOf(tenant: string): StateStore {
    let store = this.#stores.get(tenant);
    if (store === undefined) this.#stores.set(tenant, (store = memoryStore()));
    return store;
  }

  /** One that failed to load is tried again by the next request. */
  #roomOf(served: Served, tenant: string): Promise<Room> {
    const known = served.rooms.get(tenant);
    if (known !== undefined) return known;
    const loading = this.#loadFor(served.loaded.source, tenant).then((loaded) =>
      this.#room(loaded, tenant),
    );
    served.rooms.set(tenant, loading);
    loading.catch(() => served.rooms.delete(tenant));
    return loading;
  }

  #room(loaded: LoadedPolicies, tenant: string): Room {
    const { layerOf, pendingAfterMs } = this.#options;
    return openRoom(loaded, {
      layer: layerOf?.(tenant),
      pendingAfterMs,
      report: this.#report,
      signal: this.#ending.signal,
      agentOf: (request) => this.#agents.get(request),
    });
  }

  /** Aborts what is still being decided: whoever asked gets no decision, and does what is said for that case. */
  giveUp(): void {
    this.#ending.abort(new Error('the guardian ends'));
  }

  /** Policies that were replaced are closed once they have decided what they began. */
  async #retire(served: Served): Promise<void> {
    if (served !== this.#served && served.inFlight === 0) await closeRooms(served);
  }

  async close(): Promise<void> {
    if (this.#served !== undefined) await closeRooms(this.#served);
  }

  /** What comes after its time is closed, and never served. */
  async #inTime(loading: Promise<LoadedPolicies>): Promise<LoadedPolicies> {
    const { loadMs = LOAD_MS } = this.#options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), loadMs);
    });
    const loaded = await Promise.race([loading, late]).finally(() => clearTimeout(timer));
    if (loaded !== undefined) return loaded;
    loading.then(({ hooks }) => hooks.close()).catch(() => {});
    const problem = `${this.#module} did not finish loading within ${loadMs} ms`;
    const remedy = 'wait for nothing at the top level of the module or in setup that may not come';
    throw new InterposeError('policies_unreadable', problem, remedy);
  }
}
