import type { ApprovalAnswer, ApprovalRequest, DecisionRecord, Trace } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

const MOST_WAITS = 10_000;
/** The hooks that a guardian puts around the policies are none of them. */
const OWN = 'guardian/';

interface Wait {
  readonly from: number;
  readonly to: number;
}

/**
 * Spans of what a guardian does, for OTLP: a decision with what each policy said and how long people were waited for,
 * below the span of the agent that asked; and each batch that is stored. They hold names, codes and times, and nothing of
 * what was asked.
 */
export class GuardianTraces {
  readonly #tracer: Tracer;
  readonly #provider: TracerProvider;
  readonly #waits = new Map<string, Wait>();

  /** Sends to the traces of this collector; its headers come from `OTEL_EXPORTER_OTLP_HEADERS`. */
  constructor(endpoint: string) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'interpose-guardian' }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('@interpose/guardian');
  }

  /** Measures how long people are waited for; the record of the decision tells it. */
  async waiting(request: ApprovalRequest, asked: Promise<ApprovalAnswer>): Promise<ApprovalAnswer> {
    const from = Date.now();
    try {
      return await asked;
    } finally {
      this.#waits.set(keyOf(request.sessionId, request.digest), { from, to: Date.now() });
      const [oldest] = this.#waits.keys();
      if (this.#waits.size > MOST_WAITS && oldest !== undefined) this.#waits.delete(oldest);
    }
  }

  /** A decision, in the trace that the agent goes on in. */
  decided(tenant: string, record: DecisionRecord, digest: string): void {
    const { event, at, ms, decision, by, codes, tool, settled } = record;
    const attributes = {
      'interpose.event': event,
      'interpose.decision': decision,
      'interpose.by': [...by],
      'interpose.codes': [...codes],
      'interpose.session.id': record.sessionId,
      'interpose.agent': record.agent.name ?? record.agent.id,
      'interpose.tenant': tenant,
      'interpose.policies': digest,
      ...(tool === undefined ? {} : { 'gen_ai.tool.name': tool }),
      ...(settled === undefined ? {} : { 'interpose.settled': settled }),
    };
    const span = this.#tracer.startSpan(
      `decide ${event}`,
      { kind: SpanKind.SERVER, startTime: at, attributes },
      contextOf(record.trace),
    );
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    this.#said(record, inside);
    this.#waited(record, inside);
    span.end(at + ms);
  }

  /** Stores a batch inside of a span; one that fails says so, and is tried again by another. */
  async storing(store: () => Promise<void>): Promise<void> {
    const span = this.#tracer.startSpan('store decisions', { kind: SpanKind.CLIENT }, ROOT_CONTEXT);
    try {
      await store();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  /** Hooks were asked one after the other. */
  #said({ steps = [], at }: DecisionRecord, inside: Context): void {
    let from = at;
    for (const { hook, decision, code, ms } of steps) {
      if (hook.startsWith(OWN)) continue;
      const attributes = {
        'interpose.decision': decision,
        ...(code === undefined ? {} : { 'interpose.codes': [code] }),
      };
      const span = this.#tracer.startSpan(
        `policy ${hook}`,
        { startTime: from, attributes },
        inside,
      );
      span.end((from += ms));
    }
  }

  #waited({ sessionId, digest }: DecisionRecord, inside: Context): void {
    const key = digest === undefined ? undefined : keyOf(sessionId, digest);
    const wait = key === undefined ? undefined : this.#waits.get(key);
    if (key === undefined || wait === undefined) return;
    this.#waits.delete(key);
    this.#tracer.startSpan('wait for people', { startTime: wait.from }, inside).end(wait.to);
  }
}

function keyOf(sessionId: string, digest: string): string {
  return `${digest} ${sessionId}`;
}

/** Below the agent's span, where it says which; else a trace of its own. */
function contextOf(given: Trace | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = readTrace(given)?.traceparent.split('-') ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
