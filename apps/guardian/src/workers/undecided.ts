import { aosEvents } from '@interpose/aos';
import { requestOf, WorkerGone, type Asked } from '@interpose/aos/pool';
import {
  createHooks,
  deny,
  InterposeError,
  type AnyVerdict,
  type BaseContext,
  type PolicyHooks,
} from '@interpose/core';

import type { Reporter } from '../command/reporter.ts';
import type { HostOptions } from '../policies/policy-layer.ts';
import { openRoom, type Room } from '../policies/policy-rooms.ts';
import type { PolicySource } from '../policies/policy-source.ts';

const REASON = 'The policies could not decide about this step, so it is denied.';

/** Denies what workers could not decide, and records it like every decision. */
export class Undecided {
  readonly #source: PolicySource;
  readonly #report: Reporter;
  readonly #options: HostOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #agents = new WeakMap<Request, string>();

  constructor(source: PolicySource, report: Reporter, options: HostOptions) {
    this.#source = source;
    this.#report = report;
    this.#options = options;
  }

  /** Returns the answer to a step whose worker is gone, or could not be started. */
  deny(
    asked: Asked,
    error: unknown,
    { tenant, agent }: { readonly tenant: string; readonly agent: string | undefined },
  ): Promise<Response> {
    const request = requestOf(asked);
    if (agent !== undefined) this.#agents.set(request, agent);
    const hadWaited = error instanceof WorkerGone && error.hadWaited;
    return this.#roomOf(tenant, codeOf(error), hadWaited).handler(request);
  }

  #roomOf(tenant: string, code: string, hadWaited: boolean): Room {
    const key = `${code} ${hadWaited} ${tenant}`;
    const known = this.#rooms.get(key);
    if (known !== undefined) return known;
    const layer = this.#options.layerOf?.(tenant);
    const denied = deny(REASON, { code });
    const withdraw = async (ctx: BaseContext): Promise<AnyVerdict> => {
      // The database may be away. Then the ask waits until its time is over.
      await layer?.withdraw?.(ctx).catch(() => undefined);
      return denied;
    };
    const run = { name: 'undecided', run: hadWaited ? withdraw : () => denied };
    const hooks = Object.fromEntries(aosEvents.map((event) => [event, run])) as PolicyHooks;
    const loaded = {
      hooks: createHooks({ policies: [{ name: 'workers', hooks }], trace: true }),
      source: this.#source,
      approver: undefined,
    };
    const room = openRoom(loaded, {
      layer,
      pendingAfterMs: undefined,
      report: this.#report,
      signal: NEVER,
      agentOf: (request) => this.#agents.get(request),
    });
    this.#rooms.set(key, room);
    return room;
  }
}

const NEVER = new AbortController().signal;

function codeOf(error: unknown): string {
  if (error instanceof WorkerGone) return 'worker_stopped';
  return InterposeError.isInstance(error) ? error.code : 'policies_unreadable';
}
