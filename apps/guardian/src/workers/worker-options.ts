import type { ApprovalAnswer, ApprovalRequest } from '@interpose/core';

import type { AskedStep } from '../decisions/step-notes.ts';
import type { RecordingOptions } from '../decisions/record-steps.ts';
import type { DecisionOfWorker } from './worker-talk.ts';

/** Milliseconds and megabytes that workers have. */
export interface WorkerTimes {
  /** A worker that a decision holds for longer is stopped. */
  readonly decisionMs: number;
  readonly loadMs: number;
  readonly heapMb: number;
}

/** What workers reach in the main thread. */
export interface MainSide {
  /** How decisions are written down; undefined without storage. */
  readonly recording: RecordingOptions | undefined;
  /** The key under which payloads of a tenant are hashed. */
  keyOf(tenant: string): string | undefined;
  /** Asks people about a step. */
  approve(tenant: string, step: AskedStep, request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** Keeps a decision that a worker made. */
  decided(decision: DecisionOfWorker, digest: string): void;
}
