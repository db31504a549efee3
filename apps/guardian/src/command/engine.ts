import type {
  ApprovalAnswer,
  ApprovalRequest,
  BaseContext,
  DecisionRecord,
  DenyVerdict,
} from '@interpose/core';

import type { Stoppable } from '../approvals/stop-of.ts';
import { StepNotes, type AskedStep } from '../decisions/step-notes.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import type { PolicyLayer } from '../policies/policy-layer.ts';
import type { MainSide } from '../workers/worker-options.ts';
import type { DecisionOfWorker } from '../workers/worker-talk.ts';
import type { GuardianChoice } from './parse-guardian-arguments.ts';
import type { Reporter } from './reporter.ts';

/** The part behind the server, with storage or without. */
export interface Engine {
  /** Returns the deny of a step that is switched off. */
  stop(tenant: string, step: Stoppable): DenyVerdict | undefined;
  /** Asks people about a step. */
  approve(tenant: string, step: AskedStep, request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** Withdraws the asks of a step. */
  withdraw(tenant: string, step: BaseContext): Promise<void>;
  /** Records a decision and returns it without the guardian's own hooks. */
  record(tenant: string, notes: StepNotes, record: DecisionRecord, digest: string): DecisionRecord;
  /** Stores a decision that a worker made and wrote. */
  decided(decision: DecisionOfWorker, digest: string): void;
  /** Returns the key for hashing the payloads of a tenant. */
  keyOf(tenant: string): string | undefined;
  /** Answers a step of an agent. */
  answer(request: Request): Promise<Response>;
  /** Answers all other requests; `remote` is the other end of the connection. */
  show(
    request: Request,
    draining: boolean,
    remote: string | undefined,
  ): Promise<Response> | Response;
  /** Announces the address where people sign in. */
  announce(url: string): void;
  /** Ends long-lived requests that would never end by themselves. */
  beginToEnd(): void;
  close(timeMs: number): Promise<void>;
}

/** Makes the layer around the policies of each tenant. The engine is opened only after the policies were checked. */
export function guardianLayer(engine: () => Engine): (tenant: string) => PolicyLayer {
  return (tenant) => {
    const notes = new StepNotes((step) => engine().stop(tenant, step));
    return {
      policies: [notes.policy()],
      approver: (request) => engine().approve(tenant, notes, request),
      unlessStopped: (approver) => notes.unlessStopped(approver),
      withdraw: (step) => engine().withdraw(tenant, step),
      record: (record, digest) => engine().record(tenant, notes, record, digest),
    };
  };
}

/** Returns the parts of the engine that workers use. */
export function mainSide(engine: () => Engine, recording: MainSide['recording']): MainSide {
  return {
    recording,
    keyOf: (tenant) => engine().keyOf(tenant),
    approve: (tenant, step, request) => engine().approve(tenant, step, request),
    decided: (decision, digest) => engine().decided(decision, digest),
  };
}

/** The input for opening an engine. */
export interface Opening {
  readonly choice: GuardianChoice;
  readonly host: PolicyHost;
  readonly report: Reporter;
}

/** Returns the health of a guardian: 503 while it drains. */
export function health(host: PolicyHost, draining: boolean): Response {
  const status = draining ? 'draining' : 'serving';
  const { names, digest, inFlight, workers } = host;
  const threads = workers === undefined ? {} : { workers };
  const body = { status, policies: names, digest, inFlight, ...threads };
  return Response.json(body, { status: draining ? 503 : 200 });
}
