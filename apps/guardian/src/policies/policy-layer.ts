import { InterposeError, type Approver, type DecisionRecord, type Policy } from '@interpose/core';

import type { Stops } from '../approvals/stop-of.ts';
import type { Judging } from './judge-again.ts';
import type { PolicySource } from './policy-source.ts';

/** What a guardian puts around the policies of a tenant. */
export interface PolicyLayer {
  readonly policies: readonly Policy[];
  readonly approver: Approver;
  /** Told of every decision before it is answered; returns it without the hooks of the layer. */
  record(record: DecisionRecord, digest: string): DecisionRecord;
}

/** What is done about versions beside serving them. */
export interface VersionKeeper {
  /** Tries a version before it takes over; it is refused where this rejects. */
  check(source: PolicySource): Promise<void>;
  served(source: PolicySource, names: readonly string[], by: string): Promise<void>;
  refused(source: PolicySource, by: string, error: Error): Promise<void>;
}

/** One version that was loaded and can be served. */
export interface OpenPolicies {
  readonly source: PolicySource;
  readonly names: readonly string[];
  /** Events that no hook decides about. */
  readonly uncovered: readonly string[];
  /** Answers a step of the agents of a tenant; of this one alone where it is named. */
  answer(request: Request, tenant: string, agent: string | undefined): Promise<Response>;
  close(): Promise<void>;
}

/** How many workers there are, and how they do. */
export interface WorkerHealth {
  readonly workers: number;
  readonly ready: number;
  /** How many are not started for a while, since several in their place died at their start. */
  readonly resting: number;
  /** How many were stopped, or ended by themselves, since the start. */
  readonly stopped: number;
}

/** Where policies decide: in this thread, or in workers. */
export interface PolicyPlace {
  open(source: PolicySource): Promise<OpenPolicies>;
  /** Policies that judge again what was decided, apart from those that serve. */
  judge(source: PolicySource): Promise<Judging>;
  /** Lets those who decide elsewhere know what is stopped. */
  stop?(stops: Stops): void;
  /** How workers do, where there are any. */
  readonly health?: WorkerHealth;
}

/** A module that takes more milliseconds than this to load is refused. */
export const LOAD_MS = 10_000;

/** A module that has not loaded in its time. */
export function tooLate(module: string, loadMs: number): InterposeError {
  return new InterposeError(
    'policies_unreadable',
    `${module} did not finish loading within ${loadMs} ms`,
    'wait for nothing at the top level of the module or in setup that may not come',
  );
}

/** How policies are hosted. */
export interface HostOptions {
  /** Milliseconds that a load may take. */
  readonly loadMs?: number;
  /** Milliseconds after which whoever asks is told to come back. */
  readonly pendingAfterMs?: number;
  /** Milliseconds that an ask may wait, where its hook does not say. */
  readonly approvalTimeoutMs?: number;
  readonly layerOf?: (tenant: string) => PolicyLayer;
  /** Where they decide, until the signal aborts: here, where nothing is said. */
  readonly place?: (ends: AbortSignal) => PolicyPlace;
}

/** The tenant of a guardian that has no others. */
export const ONLY_TENANT = 'default';

/** A hook that ignores its signal keeps nobody waiting. */
export function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const given = new Promise<Response>((resolve) => {
    const giveUp = (): void => resolve(new Response('the guardian ends', { status: 503 }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    answer.finally(() => signal.removeEventListener('abort', giveUp)).catch(() => {});
  });
  return Promise.race([answer, given]);
}
