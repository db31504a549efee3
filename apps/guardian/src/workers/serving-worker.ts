import {
  answeredOf,
  inSharedMemory,
  requestOf,
  storeOfMain,
  workInThread,
  type MainThread,
  type StoreCall,
} from '@interpose/aos/pool';

import { loadPolicies, type LoadedPolicies } from '../policies/load-policies.ts';
import { ONLY_TENANT } from '../policies/policy-layer.ts';
import { openRoom, type Room } from '../policies/policy-rooms.ts';
import { resolveOwnPackages } from '../policies/resolve-own-packages.ts';
import { TenantLayers } from './tenant-layers.ts';
import type { AskedOfWorker, ServingTalk, WorkerStart } from './worker-talk.ts';

resolveOwnPackages();

/** The policies of one version for each tenant that asked, in their own thread. */
class Serving {
  readonly #start: WorkerStart;
  readonly #main: MainThread<ServingTalk>;
  readonly #layers: TenantLayers;
  readonly #ending = new AbortController();
  readonly #rooms = new Map<string, Promise<Room>>();
  /** The agent of the token of each request. */
  readonly #agents = new WeakMap<Request, string>();

  constructor(start: WorkerStart, main: MainThread<ServingTalk>) {
    this.#start = start;
    this.#main = main;
    this.#layers = new TenantLayers(start.recording, main);
  }

  async load(): Promise<LoadedPolicies> {
    const loaded = await this.#load(ONLY_TENANT);
    this.#rooms.set(ONLY_TENANT, Promise.resolve(this.#room(loaded, ONLY_TENANT)));
    return loaded;
  }

  async answer({ tenant, agent, key, asked }: AskedOfWorker): Promise<Response> {
    this.#layers.know(tenant, key);
    const request = requestOf(asked);
    if (agent !== undefined) this.#agents.set(request, agent);
    const { handler } = await this.#roomOf(tenant);
    return handler(request);
  }

  hear(news: ServingTalk['news']): void {
    if (news.kind === 'stops') this.#layers.stops = news.stops;
    else this.#ending.abort(new Error('the guardian ends'));
  }

  async close(): Promise<void> {
    const closing = [...this.#rooms.values()].map(async (room) => (await room).hooks.close());
    await Promise.allSettled(closing);
  }

  /** Returns the policies of a tenant. After a failed load, the next request tries again. */
  #roomOf(tenant: string): Promise<Room> {
    const known = this.#rooms.get(tenant);
    if (known !== undefined) return known;
    const loading = this.#load(tenant).then((loaded) => this.#room(loaded, tenant));
    this.#rooms.set(tenant, loading);
    loading.catch(() => this.#rooms.delete(tenant));
    return loading;
  }

  #load(tenant: string): Promise<LoadedPolicies> {
    const { source, approvalTimeoutMs } = this.#start;
    const times = approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs };
    const call = (wanted: StoreCall): Promise<unknown> =>
      this.#main.call({ kind: 'store', call: wanted });
    const store = storeOfMain(call, `sessions ${tenant}`);
    return inSharedMemory(call, `memory ${tenant}`, () =>
      loadPolicies(source, { store, ...times }),
    );
  }

  #room(loaded: LoadedPolicies, tenant: string): Room {
    return openRoom(loaded, {
      layer: this.#start.recording && this.#layers.of(tenant),
      pendingAfterMs: this.#start.pendingAfterMs,
      report: (report) => this.#layers.report(tenant, report),
      signal: this.#ending.signal,
      agentOf: (request) => this.#agents.get(request),
    });
  }
}

workInThread<ServingTalk>(async (start, main) => {
  const serving = new Serving(start, main);
  const { names, uncovered } = await serving.load();
  return {
    ready: { names, uncovered },
    answer: async (asked) => answeredOf(await serving.answer(asked)),
    hear: (news) => serving.hear(news),
    close: () => serving.close(),
  };
});
