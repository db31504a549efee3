import { serve } from '@interpose/aos';
import { memoryStore, type StateStore } from '@interpose/core';

import { loadPolicies, type LoadedPolicies } from './load-policies.ts';
import type { Reporter } from './reporter.ts';

interface Served {
  readonly loaded: LoadedPolicies;
  readonly handler: (request: Request) => Promise<Response>;
  /** Requests these policies are deciding. */
  inFlight: number;
}

/** What is served now: policies that were checked, until others have been. */
export class PolicyHost {
  readonly #module: string;
  readonly #token: string;
  readonly #report: Reporter;
  readonly #store: StateStore = memoryStore();
  #served: Served | undefined;
  #inFlight = 0;

  constructor(module: string, token: string, report: Reporter) {
    this.#module = module;
    this.#token = token;
    this.#report = report;
  }

  get names(): readonly string[] {
    return this.#served?.loaded.names ?? [];
  }

  /** Requests that are being decided. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Loads the module and serves it from now on. Requests in flight end under the policies they began with. */
  async load(): Promise<void> {
    const loaded = await loadPolicies(this.#module, this.#store);
    loaded.hooks.observe('onDecision', ({ record }) => this.#report({ kind: 'decision', record }));
    const handler = serve(loaded.hooks, {
      token: this.#token,
      report: (note) => {
        if (note.kind === 'fault') this.#report(note);
      },
    });
    const before = this.#served;
    this.#served = { loaded, handler, inFlight: 0 };
    this.#report({ kind: 'policies', names: loaded.names, reloaded: before !== undefined });
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

  async answer(request: Request): Promise<Response> {
    const served = this.#served;
    if (served === undefined) return new Response('no policies yet', { status: 503 });
    this.#inFlight++;
    served.inFlight++;
    try {
      return await served.handler(request);
    } finally {
      this.#inFlight--;
      served.inFlight--;
      await this.#retire(served);
    }
  }

  /** Policies that were replaced are closed once they have decided what they began. */
  async #retire(served: Served): Promise<void> {
    if (served !== this.#served && served.inFlight === 0) await served.loaded.hooks.close();
  }

  async close(): Promise<void> {
    await this.#served?.loaded.hooks.close();
  }
}
