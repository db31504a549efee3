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
/** The prefix of the guardian's own hooks, which are left out. */
const OWN = 'guardian/';

interface Wait {
  readonly from: number;
  readonly to: number;
}

/**
 * Spans for OTLP: a decision with the answer of each policy and the wait for people, below the span of the asking
 * agent; and each batch that is stored. They hold names, codes and times, and nothing of the payload.
 */
export class GuardianTraces {
  readonly #tracer: Tracer;
  readonly #provider: TracerProvider;
  readonly #waits = new Map<string, Wait>();

  /** Sends to this collector; its headers come from `OTEL_EXPORTER_OTLP_HEADERS`. */
  constructor(endpoint: string) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'interpose-guardian' }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('@interpose/guardian');
  }

  /** Measures the wait for people, for the span of the decision. */
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

  /** Adds the span of a decision to the trace of the agent. */
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

  /** Stores a batch inside a span. A failed batch is marked, and retried in another span. */
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

  /** Sends the remaining spans. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  /** Adds a span for each hook; they ran one after the other. */
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

/** Returns the context below the agent's span; a new trace if the agent named none. */
function contextOf(given: Trace | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = readTrace(given)?.traceparent.split('-') ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
