import type {
  AnyVerdict,
  ApprovalAnswer,
  ApprovalRequest,
  BaseContext,
  DecisionRecord,
} from '@interpose/core';

import { StepNotes } from '../decisions/step-notes.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import type { PolicyLayer } from '../policies/policy-layer.ts';
import type { GuardianChoice } from './parse-guardian-arguments.ts';
import type { Reporter } from './reporter.ts';

/** What stands behind the server: with storage or without. */
export interface Engine {
  /** The deny of a step that is switched off. */
  stop(tenant: string, ctx: BaseContext): AnyVerdict | undefined;
  /** Asks people about a step. */
  approve(tenant: string, notes: StepNotes, request: ApprovalRequest): Promise<ApprovalAnswer>;
  record(tenant: string, notes: StepNotes, record: DecisionRecord, digest: string): void;
  /** Answers a step of an agent. */
  answer(request: Request): Promise<Response>;
  /** Answers everything else. */
  show(request: Request, draining: boolean): Promise<Response> | Response;
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

/** What an engine is opened with. */
export interface Opening {
  readonly choice: GuardianChoice;
  readonly host: PolicyHost;
  readonly report: Reporter;
}

/** How a guardian says that it is there: 503 while it drains. */
export function health(host: PolicyHost, draining: boolean): Response {
  const status = draining ? 'draining' : 'serving';
  const { names, digest, inFlight } = host;
  const body = { status, policies: names, digest, inFlight };
  return Response.json(body, { status: draining ? 503 : 200 });
}
