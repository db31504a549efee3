import type { ApprovalAnswer, ApprovalRequest } from '@interpose/core';

import type { AskedStep } from '../decisions/step-notes.ts';
import type { RecordingOptions } from '../decisions/record-steps.ts';
import type { DecisionOfWorker } from './worker-talk.ts';

/** The limits of workers in milliseconds and megabytes. */
export interface WorkerTimes {
  /** A worker that a decision blocks for longer is stopped. */
  readonly decisionMs: number;
  readonly loadMs: number;
  readonly heapMb: number;
}

/** The parts of the main thread that workers use. */
export interface MainSide {
  /** The settings for recording; undefined without storage. */
  readonly recording: RecordingOptions | undefined;
  /** Returns the key for hashing the payloads of a tenant. */
  keyOf(tenant: string): string | undefined;
  /** Asks people about a step. */
  approve(tenant: string, step: AskedStep, request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** Stores a decision that a worker made. */
  decided(decision: DecisionOfWorker, digest: string): void;
}
