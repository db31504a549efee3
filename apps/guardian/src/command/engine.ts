import type {
  AnyVerdict,
  ApprovalAnswer,
  ApprovalRequest,
  BaseContext,
  DecisionRecord,
} from '@interpose/core';

import { StepNotes, type AskedStep } from '../decisions/step-notes.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import type { PolicyLayer } from '../policies/policy-layer.ts';
import type { MainSide } from '../workers/worker-options.ts';
import type { DecisionOfWorker } from '../workers/worker-talk.ts';
import type { GuardianChoice } from './parse-guardian-arguments.ts';
import type { Reporter } from './reporter.ts';

/** What stands behind the server: with storage or without. */
export interface Engine {
  /** The deny of a step that is switched off. */
  stop(tenant: string, ctx: BaseContext): AnyVerdict | undefined;
  /** Asks people about a step. */
  approve(tenant: string, step: AskedStep, request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** Writes a decision down and returns it without the hooks that the guardian puts around the policies. */
  record(tenant: string, notes: StepNotes, record: DecisionRecord, digest: string): DecisionRecord;
  /** Keeps a decision that a worker made and wrote down. */
  decided(decision: DecisionOfWorker, digest: string): void;
  /** The key under which payloads of a tenant are hashed. */
  keyOf(tenant: string): string | undefined;
  /** Answers a step of an agent. */
  answer(request: Request): Promise<Response>;
  /** Answers everything else; `remote` is the other end of the connection. */
  show(
    request: Request,
    draining: boolean,
    remote: string | undefined,
  ): Promise<Response> | Response;
  /** Says where people sign in. */
  announce(url: string): void;
  /** Ends what would never end by itself. */
  beginToEnd(): void;
  close(timeMs: number): Promise<void>;
}

/** What is put around the policies of each tenant; the engine is opened after the policies are checked. */
export function guardianLayer(engine: () => Engine): (tenant: string) => PolicyLayer {
  return (tenant) => {
    const notes = new StepNotes((ctx) => engine().stop(tenant, ctx));
    return {
      policies: [notes.policy()],
      approver: (request) => engine().approve(tenant, notes, request),
      record: (record, digest) => engine().record(tenant, notes, record, digest),
    };
  };
}

/** What workers reach of the engine. */
export function mainSide(engine: () => Engine, recording: MainSide['recording']): MainSide {
  return {
    recording,
    keyOf: (tenant) => engine().keyOf(tenant),
    approve: (tenant, step, request) => engine().approve(tenant, step, request),
    decided: (decision, digest) => engine().decided(decision, digest),
  };
}

/** What an engine is opened with. */
export interface Opening {
  readonly choice: GuardianChoice;
  readonly host: PolicyHost;
  readonly report: Reporter;
}

/** How a guardian says that it is there: 503 while it drains. */
export function health(host: PolicyHost, draining: boolean): Response {
  const status = draining ? 'draining' : 'serving';
  const { names, digest, inFlight, workers } = host;
  const threads = workers === undefined ? {} : { workers };
  const body = { status, policies: names, digest, inFlight, ...threads };
  return Response.json(body, { status: draining ? 503 : 200 });
}
