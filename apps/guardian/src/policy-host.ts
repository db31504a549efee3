import { serve } from '@interpose/aos';
import { InterposeError, memoryStore, type StateStore } from '@interpose/core';

import { loadPolicies, type LoadedPolicies } from './load-policies.ts';
import type { Reporter } from './reporter.ts';

/** The header of every answer that names the policies which decided, by their digest. */
export const POLICIES_HEADER = 'interpose-policies';

/** A module that takes longer than this to load is refused. */
const LOAD_MS = 10_000;

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
  readonly #loadMs: number;
  readonly #store: StateStore = memoryStore();
  readonly #ending = new AbortController();
  #served: Served | undefined;
  #inFlight = 0;
  #newestLoad = 0;

  constructor(module: string, token: string, report: Reporter, loadMs: number = LOAD_MS) {
    this.#module = module;
    this.#token = token;
    this.#report = report;
    this.#loadMs = loadMs;
  }

  get names(): readonly string[] {
    return this.#served?.loaded.names ?? [];
  }

  /** SHA-256 of the module that is served. */
  get digest(): string | undefined {
    return this.#served?.loaded.digest;
  }

  /** Requests that are being decided. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Loads the module and serves it from now on, unless a later load began meanwhile: the newest one counts, however
   * long each takes. Requests in flight end under the policies they began with.
   */
  async load(): Promise<void> {
    const load = ++this.#newestLoad;
    const isNewest = (): boolean => load === this.#newestLoad;
    const loading = this.#inTime(loadPolicies(this.#module, this.#store));
    const loaded = await loading.catch((error: unknown) => {
      if (isNewest()) throw error;
    });
    if (loaded === undefined) return;
    if (!isNewest()) return loaded.hooks.close();
    const { names, digest, uncovered } = loaded;
    loaded.hooks.observe('onDecision', ({ record }) => this.#report({ kind: 'decision', record }));
    const handler = serve(loaded.hooks, {
      token: this.#token,
      signal: this.#ending.signal,
      report: (note) => {
        if (note.kind === 'fault') this.#report(note);
      },
    });
    const before = this.#served;
    this.#served = { loaded, handler, inFlight: 0 };
    this.#report({ kind: 'policies', names, reloaded: before !== undefined, digest, uncovered });
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
      const response = await untilAborted(served.handler(request), this.#ending.signal);
      response.headers.set(POLICIES_HEADER, served.loaded.digest);
      return response;
    } finally {
      this.#inFlight--;
      served.inFlight--;
      await this.#retire(served);
    }
  }

  /** Aborts what is still being decided: whoever asked gets no decision, and does what is said for that case. */
  giveUp(): void {
    this.#ending.abort(new Error('the guardian ends'));
  }

  /** Policies that were replaced are closed once they have decided what they began. */
  async #retire(served: Served): Promise<void> {
    if (served !== this.#served && served.inFlight === 0) await served.loaded.hooks.close();
  }

  async close(): Promise<void> {
    await this.#served?.loaded.hooks.close();
  }

  /** What comes after its time is closed, and never served. */
  async #inTime(loading: Promise<LoadedPolicies>): Promise<LoadedPolicies> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#loadMs);
    });
    const loaded = await Promise.race([loading, late]).finally(() => clearTimeout(timer));
    if (loaded !== undefined) return loaded;
    loading.then(({ hooks }) => hooks.close()).catch(() => {});
    const problem = `${this.#module} did not finish loading within ${this.#loadMs} ms`;
    const remedy = 'wait for nothing at the top level of the module or in setup that may not come';
    throw new InterposeError('policies_unreadable', problem, remedy);
  }
}

/** A hook that ignores its signal keeps nobody waiting. */
function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const given = new Promise<Response>((resolve) => {
    const giveUp = (): void => resolve(new Response('the guardian ends', { status: 503 }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    answer.finally(() => signal.removeEventListener('abort', giveUp)).catch(() => {});
  });
  return Promise.race([answer, given]);
}
