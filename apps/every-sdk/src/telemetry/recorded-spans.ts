import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });

/** Makes this process record spans in memory, as an app's own set-up would send them away. */
export function recordSpans(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
}

/** The spans that have ended since the last call. */
export function takeSpans(): readonly ReadableSpan[] {
  const spans = [...exporter.getFinishedSpans()];
  exporter.reset();
  return spans;
}

/** Spans as lines, a level deeper below their parents, in the order they began. */
export function drawSpans(spans: readonly ReadableSpan[]): readonly string[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanContext: above }) =>
        parent === undefined ? !ids.has(above?.spanId ?? '') : above?.spanId === parent,
      )
      .toSorted((one, other) => millisecondsOf(one) - millisecondsOf(other))
      .flatMap((span) => [
        `${'  '.repeat(depth)}${span.name}`,
        ...below(span.spanContext().spanId, depth + 1),
      ]);
  return below(undefined, 0);
}

function millisecondsOf({ startTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1000 + nanoseconds / 1e6;
}
