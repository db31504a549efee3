import { memoryStore, type StateStore } from '@interpose/core';

import type { Reporter } from '../command/reporter.ts';
import { Rejudge, type Judging } from './judge-again.ts';
import { loadPolicies, type LoadedPolicies } from './load-policies.ts';
import {
  ONLY_TENANT,
  type HostOptions,
  type OpenPolicies,
  type PolicyPlace,
} from './policy-layer.ts';
import { openRoom, type Room } from './policy-rooms.ts';
import type { PolicySource } from './policy-source.ts';

/** Policies that decide in this thread: a policy that blocks it holds up everybody. */
export class PoliciesHere implements PolicyPlace {
  readonly #report: Reporter;
  readonly #options: HostOptions;
  readonly #ends: AbortSignal;
  readonly #stores = new Map<string, StateStore>();
  /** The agent of the token of each request. */
  readonly #agents = new WeakMap<Request, string>();

  constructor(report: Reporter, options: HostOptions, ends: AbortSignal) {
    this.#report = report;
    this.#options = options;
    this.#ends = ends;
  }

  async open(source: PolicySource): Promise<OpenPolicies> {
    const loaded = await this.#load(source, ONLY_TENANT);
    /** The policies of each tenant that has asked, loaded for it alone, so that tenants share no memory. */
    const rooms = new Map([[ONLY_TENANT, Promise.resolve(this.#room(loaded, ONLY_TENANT))]]);
    const { names, uncovered } = loaded;
    return {
      source,
      names,
      uncovered,
      answer: async (request, tenant, agent) => {
        if (agent !== undefined) this.#agents.set(request, agent);
        const { handler } = await this.#roomOf(rooms, source, tenant);
        return handler(request);
      },
      close: async () => {
        const closing = [...rooms.values()].map(async (room) => (await room).hooks.close());
        await Promise.allSettled(closing);
      },
    };
  }

  judge(source: PolicySource): Promise<Judging> {
    return Rejudge.of(source);
  }

  /** Returns the policies of a tenant. After a failed load, the next request tries again. */
  #roomOf(rooms: Map<string, Promise<Room>>, source: PolicySource, tenant: string): Promise<Room> {
    const known = rooms.get(tenant);
    if (known !== undefined) return known;
    const loading = this.#load(source, tenant).then((loaded) => this.#room(loaded, tenant));
    rooms.set(tenant, loading);
    loading.catch(() => rooms.delete(tenant));
    return loading;
  }

  #room(loaded: LoadedPolicies, tenant: string): Room {
    const { layerOf, pendingAfterMs } = this.#options;
    return openRoom(loaded, {
      layer: layerOf?.(tenant),
      pendingAfterMs,
      report: this.#report,
      signal: this.#ends,
      agentOf: (request) => this.#agents.get(request),
    });
  }

  #load(source: PolicySource, tenant: string): Promise<LoadedPolicies> {
    const { approvalTimeoutMs } = this.#options;
    const times = approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs };
    return loadPolicies(source, { store: this.#storeOf(tenant), ...times });
  }

  #storeOf(tenant: string): StateStore {
    let store = this.#stores.get(tenant);
    if (store === undefined) this.#stores.set(tenant, (store = memoryStore()));
    return store;
  }
}
