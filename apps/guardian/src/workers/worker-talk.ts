import type { Answered, Asked, StoreCall, Talk } from '@interpose/aos/pool';
import type { ApprovalAnswer, ApprovalRequest, DecisionRecord } from '@interpose/core';
import type { Judgement } from '@interpose/guardian-api';

import type { Stops } from '../approvals/stop-of.ts';
import type { Report } from '../command/reporter.ts';
import type { RecordingOptions } from '../decisions/record-steps.ts';
import type { PersonsAnswer } from '../decisions/step-notes.ts';
import type { WireStep } from '../decisions/wire-step.ts';
import type { StoredStep } from '../policies/judge-again.ts';
import type { PolicySource } from '../policies/policy-source.ts';

/** A step of an agent, in the form for a worker. */
export interface AskedOfWorker {
  readonly tenant: string;
  /** The only agent that may send it; undefined for any. */
  readonly agent: string | undefined;
  /** The key for hashing the payloads of the tenant. */
  readonly key: string | undefined;
  readonly asked: Asked;
}

/** An ask in the form for the main thread. */
export interface AskOfWorker {
  readonly tenant: string;
  readonly wire: WireStep | undefined;
  readonly request: Omit<ApprovalRequest, 'signal'>;
}

/** The result of an ask; `instead` replaces the step when its hooks are asked again. */
export interface AskAnswer {
  readonly answer: ApprovalAnswer;
  readonly instead: PersonsAnswer | undefined;
}

/** A decision of a worker, with its recorded form if there is storage. */
export interface DecisionOfWorker {
  readonly tenant: string;
  readonly record: DecisionRecord;
  readonly written: WrittenDecision | undefined;
}

/** A decision in its stored form, and its payload. */
export interface WrittenDecision {
  readonly row: string;
  readonly payload: string;
}

/** The settings that serving workers need. */
export interface WorkerStart {
  readonly source: PolicySource;
  /** The settings for recording; undefined without storage. */
  readonly recording: RecordingOptions | undefined;
  readonly pendingAfterMs: number | undefined;
  readonly approvalTimeoutMs: number | undefined;
}

/** The messages between the main thread and a serving worker. */
export interface ServingTalk extends Talk {
  readonly start: WorkerStart;
  readonly ready: { readonly names: readonly string[]; readonly uncovered: readonly string[] };
  readonly asked: AskedOfWorker;
  readonly answered: Answered;
  readonly call:
    | { readonly kind: 'store'; readonly call: StoreCall }
    | { readonly kind: 'ask'; readonly ask: AskOfWorker };
  readonly told:
    | { readonly kind: 'decision'; readonly decision: DecisionOfWorker }
    | { readonly kind: 'report'; readonly report: Report };
  readonly news: { readonly kind: 'stops'; readonly stops: Stops } | { readonly kind: 'give up' };
}

/** The messages between the main thread and a judging worker. */
export interface JudgingTalk extends Talk {
  readonly start: { readonly source: PolicySource };
  readonly ready: undefined;
  readonly asked: StoredStep;
  readonly answered: { readonly rejudged: Judgement; readonly failures: readonly string[] };
}
