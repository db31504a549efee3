import {
  InterposeError,
  type Approver,
  type BaseContext,
  type DecisionRecord,
  type Policy,
} from '@interpose/core';

import type { Stops } from '../approvals/stop-of.ts';
import type { Judging } from './judge-again.ts';
import type { PolicySource } from './policy-source.ts';

/** The guardian's own layer around the policies of a tenant. */
export interface PolicyLayer {
  readonly policies: readonly Policy[];
  readonly approver: Approver;
  /** Wraps an approver: its yes counts only if the step was not switched off meanwhile. */
  unlessStopped(approver: Approver): Approver;
  /** Withdraws the asks of a step that is denied without its policies, so that nobody answers them any more. */
  withdraw?(step: BaseContext): Promise<void>;
  /** Called with every decision before it is answered; returns it without the hooks of the layer. */
  record(record: DecisionRecord, digest: string): DecisionRecord;
}

/** Handles versions beside serving them. */
export interface VersionKeeper {
  /** Tries a version before it takes over; the version is refused if this rejects. */
  check(source: PolicySource): Promise<void>;
  served(source: PolicySource, names: readonly string[], by: string): Promise<void>;
  refused(source: PolicySource, by: string, error: Error): Promise<void>;
}

/** One loaded version that can serve. */
export interface OpenPolicies {
  readonly source: PolicySource;
  readonly names: readonly string[];
  /** The events without a hook that decides. */
  readonly uncovered: readonly string[];
  /** Answers a step of an agent of this tenant; only of the named agent if there is one. */
  answer(request: Request, tenant: string, agent: string | undefined): Promise<Response>;
  close(): Promise<void>;
}

/** The number of workers, and their state. */
export interface WorkerHealth {
  readonly workers: number;
  readonly ready: number;
  /** The number of workers that are not started for a while, because several failed at their start. */
  readonly resting: number;
  /** The number of workers that were stopped, or ended, since the start. */
  readonly stopped: number;
}

/** The place where policies decide: this thread, or workers. */
export interface PolicyPlace {
  open(source: PolicySource): Promise<OpenPolicies>;
  /** Opens policies that judge stored decisions, apart from the serving ones. */
  judge(source: PolicySource): Promise<Judging>;
  /** Passes switches on to workers. */
  stop?(stops: Stops): void;
  /** The state of the workers, if there are any. */
  readonly health?: WorkerHealth;
}

/** The milliseconds that a module may take to load. */
export const LOAD_MS = 10_000;

/** Returns the error for a module that took too long to load. */
export function tooLate(module: string, loadMs: number): InterposeError {
  return new InterposeError(
    'policies_unreadable',
    `${module} did not finish loading within ${loadMs} ms`,
    'wait for nothing at the top level of the module or in setup that may not come',
  );
}

/** Options for hosting policies. */
export interface HostOptions {
  /** Milliseconds that a load may take. */
  readonly loadMs?: number;
  /** Milliseconds after which a caller is told to ask again. */
  readonly pendingAfterMs?: number;
  /** Milliseconds that an ask may wait, unless its hook says otherwise. */
  readonly approvalTimeoutMs?: number;
  readonly layerOf?: (tenant: string) => PolicyLayer;
  /** Makes the place where policies decide until the signal aborts. Default: this thread. */
  readonly place?: (ends: AbortSignal) => PolicyPlace;
}

/** The tenant of a guardian without other tenants. */
export const ONLY_TENANT = 'default';

/** Stops waiting when the signal aborts, even for a hook that ignores its signal. */
export function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const given = new Promise<Response>((resolve) => {
    const giveUp = (): void => resolve(new Response('the guardian ends', { status: 503 }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    answer.finally(() => signal.removeEventListener('abort', giveUp)).catch(() => {});
  });
  return Promise.race([answer, given]);
}
