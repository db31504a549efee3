import type { DecisionRecord, Tool } from '@interpose/core';
import {
  createNoopMeter,
  type Attributes,
  type Counter,
  type Histogram,
  type Meter,
  type UpDownCounter,
} from '@opentelemetry/api';

import { GEN_AI, INTERPOSE, OTHER } from './semantic-names.ts';

/** Buckets in seconds: decisions take microseconds, people take minutes. */
const DECISION_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300];
/** Buckets in seconds, as the conventions advise for model calls. */
const OPERATION_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
/** Buckets in tokens, as the conventions advise. */
const TOKEN_BUCKETS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];

/** How long an ask waits by default. */
const WAITS_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_WAITING = 10_000;

/** The instruments: decisions by verb and policy, how long they took, asks that wait, model calls, tokens, spend. */
export class Metrics {
  /** False if no SDK takes metrics, so that they need not be computed. */
  readonly isTaken: boolean;
  readonly #decisions: Counter;
  readonly #decisionTime: Histogram;
  readonly #waiting: UpDownCounter;
  readonly #operationTime: Histogram;
  readonly #tokens: Histogram;
  readonly #spend: Counter;
  /** Decisions about tools that nobody defined: their names are the model's, and each would be a time series. */
  readonly #ofUnknownTools = new WeakSet<DecisionRecord>();
  /** When the asks that wait for a person were suspended, by session and digest; the oldest first. */
  readonly #suspended = new Map<string, number>();

  constructor(meter: Meter) {
    this.isTaken = meter !== createNoopMeter();
    this.#decisions = meter.createCounter(INTERPOSE.decisions, {
      description: 'Decisions by verb, event and policy.',
      unit: '{decision}',
    });
    this.#decisionTime = meter.createHistogram(INTERPOSE.decisionDuration, {
      description: 'How long a decision took, with the person who was asked.',
      unit: 's',
      advice: { explicitBucketBoundaries: DECISION_BUCKETS },
    });
    this.#waiting = meter.createUpDownCounter(INTERPOSE.asksWaiting, {
      description: 'Suspended calls that wait for a person.',
      unit: '{ask}',
    });
    this.#operationTime = meter.createHistogram(GEN_AI.operationDuration, {
      description: 'How long a model call, a tool call or a chat took.',
      unit: 's',
      advice: { explicitBucketBoundaries: OPERATION_BUCKETS },
    });
    this.#tokens = meter.createHistogram(GEN_AI.tokenUsage, {
      description: 'Tokens that went in and came out.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKEN_BUCKETS },
    });
    this.#spend = meter.createCounter(INTERPOSE.spend, {
      description: 'What model calls cost, by the prices that were given.',
      unit: 'USD',
    });
  }

  /** Tells which tool a decision is about, before it is counted. */
  sawTool({ known }: Pick<Tool, 'known'>, record: DecisionRecord | undefined): void {
    if (!known && record !== undefined) this.#ofUnknownTools.add(record);
  }

  decided(record: DecisionRecord): void {
    if (!this.isTaken) return;
    const { event, decision, mode, tool } = record;
    const attributes: Attributes = {
      [INTERPOSE.event]: event,
      [INTERPOSE.decision]: decision,
      [INTERPOSE.mode]: mode,
    };
    if (tool !== undefined)
      attributes[GEN_AI.toolName] = this.#ofUnknownTools.has(record) ? OTHER : tool;
    const [by] = record.by;
    this.#decisions.add(
      1,
      by === undefined ? attributes : { ...attributes, [INTERPOSE.policy]: by.split('/')[0] ?? by },
    );
    this.#decisionTime.record(record.ms / 1000, attributes);
    this.#asked(record);
  }

  ran(milliseconds: number, attributes: Attributes): void {
    this.#operationTime.record(milliseconds / 1000, attributes);
  }

  used(tokens: number, type: 'input' | 'output', attributes: Attributes): void {
    this.#tokens.record(tokens, { ...attributes, [GEN_AI.tokenType]: type });
  }

  spent(dollars: number, attributes: Attributes): void {
    this.#spend.add(dollars, attributes);
  }

  /** Counts waiting asks: a suspended ask waits until the same digest is decided about again in this process. */
  #asked({ settled, digest, sessionId, at }: DecisionRecord): void {
    if (digest === undefined) return;
    const key = `${sessionId} ${digest}`;
    if (settled === 'suspended') {
      if (this.#suspended.has(key)) return;
      this.#suspended.set(key, at);
      this.#waiting.add(1);
      this.#forget(at);
    } else if (this.#suspended.delete(key)) this.#waiting.add(-1);
  }

  /** Forgets the oldest asks that nobody answered, so that a process that runs for long does not keep them. */
  #forget(now: number): void {
    for (const [key, at] of this.#suspended) {
      if (this.#suspended.size <= MOST_WAITING && now - at < WAITS_MS) return;
      this.#suspended.delete(key);
      this.#waiting.add(-1);
    }
  }
}
