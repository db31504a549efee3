import { createHooks, type Hooks } from '@interpose/core';
import { openChat, type Chat, type ChatOptions, type ToolStep } from '@interpose/core/adapter';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

import { telemetry, type TelemetryOptions } from '../src/index.ts';

/** Hooks with telemetry that records in memory, and what they recorded. */
export interface Recorded {
  readonly hooks: Hooks;
  readonly chat: Chat;
  readonly spans: () => readonly ReadableSpan[];
  /** The values of a metric, each with its attributes. */
  readonly points: (metric: string) => Promise<readonly Point[]>;
}

/** One value of a metric. */
export interface Point {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** A call of a tool that works. */
export const weather: ToolStep<string> = {
  call: { id: 'call_1', name: 'weather', args: { city: 'Ulm' } },
  tool: { name: 'weather', origin: 'local', known: true, enabled: true },
  run: () => 'sunny',
};

/** Lets code find the span that it runs in. */
export function keepContexts(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Opens a chat under telemetry that is recorded in memory. */
export async function record(
  options: TelemetryOptions = {},
  opening: Pick<ChatOptions, 'suspends'> = {},
): Promise<Recorded> {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const sink = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: sink,
    exportIntervalMillis: 2 ** 30,
  });
  const meters = new MeterProvider({ readers: [reader] });
  const hooks = createHooks({
    policies: [
      telemetry({ tracer: provider.getTracer('test'), meter: meters.getMeter('test'), ...options }),
    ],
  });
  const host = { framework: 'toy', version: '1.0.0' };
  const chat = await openChat(hooks, {
    host,
    agent: { id: 'desk' },
    session: { id: 'thread-7' },
    ...opening,
  });
  return {
    hooks,
    chat,
    spans: () => exporter.getFinishedSpans(),
    points: async (metric) => {
      await meters.forceFlush();
      const scopes = sink.getMetrics().at(-1)?.scopeMetrics ?? [];
      const found = scopes.flatMap(({ metrics }) => metrics);
      return found.find(({ descriptor }) => descriptor.name === metric)?.dataPoints ?? [];
    },
  };
}
