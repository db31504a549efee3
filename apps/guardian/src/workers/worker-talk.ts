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

/** A step of an agent, as a worker is asked about it. */
export interface AskedOfWorker {
  readonly tenant: string;
  /** The only agent that it may tell of; undefined for any. */
  readonly agent: string | undefined;
  /** The key under which payloads of the tenant are hashed. */
  readonly key: string | undefined;
  readonly asked: Asked;
}

/** An ask as it travels to where people are asked. */
export interface AskOfWorker {
  readonly tenant: string;
  readonly wire: WireStep | undefined;
  readonly request: Omit<ApprovalRequest, 'signal'>;
}

/** What came of an ask; `instead` stands in place of the step once its hooks are asked again. */
export interface AskAnswer {
  readonly answer: ApprovalAnswer;
  readonly instead: PersonsAnswer | undefined;
}

/** A decision that a worker made, with what is written down of it where there is storage. */
export interface DecisionOfWorker {
  readonly tenant: string;
  readonly record: DecisionRecord;
  readonly written: WrittenDecision | undefined;
}

/** A decision as it is chained and stored, and its payload. */
export interface WrittenDecision {
  readonly row: string;
  readonly payload: string;
}

/** What workers that serve need to know of the settings. */
export interface WorkerStart {
  readonly source: PolicySource;
  /** How decisions are written down; undefined without storage. */
  readonly recording: RecordingOptions | undefined;
  readonly pendingAfterMs: number | undefined;
  readonly approvalTimeoutMs: number | undefined;
}

/** What the main thread and a worker that serves say to each other. */
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

/** What the main thread and a worker that judges again say to each other. */
export interface JudgingTalk extends Talk {
  readonly start: { readonly source: PolicySource };
  readonly ready: undefined;
  readonly asked: StoredStep;
  readonly answered: { readonly rejudged: Judgement; readonly failures: readonly string[] };
}
