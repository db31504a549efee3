import { inspect } from 'node:util';

import type { MainThread } from '@interpose/aos/pool';
import type { ApprovalAnswer, ApprovalRequest, DecisionRecord } from '@interpose/core';

import { stopOf, type Stops } from '../approvals/stop-of.ts';
import type { Report } from '../command/reporter.ts';
import { stepRecording, type RecordingOptions } from '../decisions/record-steps.ts';
import { StepNotes } from '../decisions/step-notes.ts';
import type { PolicyLayer } from '../policies/policy-layer.ts';
import type { AskAnswer, DecisionOfWorker, ServingTalk, WrittenDecision } from './worker-talk.ts';

/** The guardian's layer around policies, in a worker: people and the database are in the main thread. */
export class TenantLayers {
  readonly #main: MainThread<ServingTalk>;
  readonly #keys = new Map<string, string>();
  readonly #store: ReturnType<typeof stepRecording> | undefined;
  #written: WrittenDecision | undefined;
  /** The current switches. */
  stops: Stops = new Map();

  constructor(recording: RecordingOptions | undefined, main: MainThread<ServingTalk>) {
    this.#main = main;
    const recorder = {
      record: (_: string, row: string, payload: string) => void (this.#written = { row, payload }),
    };
    const keys = { of: (tenant: string) => this.#keys.get(tenant) };
    this.#store = recording && stepRecording(recorder, keys, recording);
  }

  /** Keeps the key that comes with each request of a tenant. */
  know(tenant: string, key: string | undefined): void {
    if (key !== undefined) this.#keys.set(tenant, key);
  }

  of(tenant: string): PolicyLayer {
    const notes = new StepNotes((step) => stopOf(this.stops, tenant, step));
    return {
      policies: [notes.policy()],
      approver: (request) => this.#ask(tenant, notes, request),
      unlessStopped: (approver) => notes.unlessStopped(approver),
      record: (record, digest) => this.#store?.(tenant, notes, record, digest) ?? record,
    };
  }

  /** Sends a report to the main thread; a decision together with its recorded form. */
  report(tenant: string, report: Report): void {
    if (report.kind === 'decision') {
      const written = this.#written;
      this.#written = undefined;
      this.#tell({ tenant, record: report.record, written });
    } else if (report.kind === 'fault' && report.cause !== undefined)
      // A hook may throw anything, including values that cannot be sent to another thread.
      this.#main.tell({ kind: 'report', report: { ...report, cause: inspect(report.cause) } });
    else this.#main.tell({ kind: 'report', report });
  }

  #tell(decision: DecisionOfWorker): void {
    try {
      this.#main.tell({ kind: 'decision', decision });
    } catch {
      this.#main.tell({
        kind: 'decision',
        decision: { ...decision, record: inJson(decision.record) },
      });
    }
  }

  async #ask(tenant: string, notes: StepNotes, asked: ApprovalRequest): Promise<ApprovalAnswer> {
    const { signal, ...request } = asked;
    const wire = notes.wireOf(request);
    const call = { kind: 'ask', ask: { tenant, wire, request } } as const;
    const told = (await this.#main.call(call, { signal, waits: true })) as AskAnswer;
    if (told.instead !== undefined) notes.answerWith(request, told.instead);
    return told.answer;
  }
}

/** Returns a record that can be sent: the data of a policy may hold values that cannot. */
function inJson(record: DecisionRecord): DecisionRecord {
  const { data, ...rest } = record;
  try {
    return { ...rest, data: JSON.parse(JSON.stringify(data)) as NonNullable<typeof data> };
  } catch {
    return rest;
  }
}
