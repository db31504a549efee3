import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHooks, deny } from '@interpose/core';
import { telemetry } from '@interpose/otel';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';

/** A receiver of OTLP over HTTP with JSON: what came in, by path. */
async function receiver(): Promise<{
  readonly url: string;
  readonly received: Map<string, string>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}> {
  const received = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.set(path, `${received.get(path) ?? ''}${Buffer.concat(chunks).toString()}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, received, [Symbol.asyncDispose]: close };
}

test('spans and metrics arrive at a collector', async () => {
  await using collector = await receiver();
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const spans = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${collector.url}/v1/metrics` }),
  });
  const meters = new MeterProvider({ readers: [reader] });
  const hooks = createHooks({
    policies: [
      telemetry({
        tracer: spans.getTracer('shop'),
        meter: meters.getMeter('shop'),
        decisions: 'all',
      }),
    ],
  });
  hooks.addHook('preToolCall', () => deny('closed today'), { name: 'guard' });
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const call = { id: 'call_1', name: 'refund', args: { cents: 5 } };
  await hooks.step('preToolCall', { call, tool }, () => 'paid');
  await hooks.close();
  await spans.shutdown();
  await meters.shutdown();
  const traces = collector.received.get('/v1/traces') ?? '';
  expect(traces).toContain('execute_tool refund');
  expect(traces).toContain('closed today');
  expect(collector.received.get('/v1/metrics')).toContain('interpose.decisions');
});
