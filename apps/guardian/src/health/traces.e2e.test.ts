import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { guardian } from '@interpose/aos';
import { createHooks } from '@interpose/core';
import { joinChat } from '@interpose/core/remote';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, expect, test } from 'vitest';
import type { Approval } from '@interpose/guardian-api';

import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, TOKEN } from '../../test/start-guardian.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'interpose-traces-'));
const module = join(folder, 'shop.mjs');
writeFileSync(
  module,
  `export default { name: 'shop', hooks: { preToolCall: [
  { name: 'fine', run: () => undefined },
  { name: 'big', run: () => ({ decision: 'ask', reason: 'refund hunter2?', code: 'big' }) },
] } };`,
);

const bodies: string[] = [];
const collector = createServer((incoming, outgoing) => {
  void text(incoming).then((body) => {
    if (incoming.url === '/v1/traces') bodies.push(body);
    outgoing.setHeader('content-type', 'application/json').end('{}');
  });
});
collector.listen(0, '127.0.0.1');
afterAll(async () => {
  await killGuardians();
  collector.close();
  rmSync(folder, { recursive: true });
});

function spans(): readonly Span[] {
  return bodies
    .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
}

function durationMs({ startTimeUnixNano: from, endTimeUnixNano: to }: Span): number {
  return Number(BigInt(to) - BigInt(from)) / 1e6;
}

test('a decision is a span below the step of the agent, with its policies and the wait for people', async () => {
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const served = await startGuardian(
    { INTERPOSE_FOLDER: join(folder, 'data'), INTERPOSE_OTLP_ENDPOINT: endpoint },
    [module],
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const own = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const step = own.getTracer('agent').startSpan('pay back');
  const { traceId, spanId } = step.spanContext();
  const url = served.url;
  const hooks = createHooks({ policies: [guardian({ url, token: TOKEN })] });
  const chat = joinChat(hooks, {
    chatId: 'chat',
    session: { id: 'thread' },
    agent: { id: 'till', name: 'till' },
    host: { framework: 'test', version: '1' },
    trace: { traceparent: `00-${traceId}-${spanId}-01` },
  });
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const call = { id: 'call_1', name: 'refund', args: { card: 'hunter2' } };
  const ran = chat.dispatch('preToolCall', { call, tool });
  const admin = await signIn(served);
  const ask = await eventually(async () => {
    const { rows } = await admin.get<{ rows: readonly Approval[] }>('/api/approvals?state=waiting');
    return rows[0];
  });
  const { id, digest } = ask;
  await admin.send('POST', `/api/approvals/${id}/answer`, { decision: 'approve', digest });
  await ran;
  step.end();
  await hooks.close();
  await own.shutdown();
  const decided = await eventually(
    async () => spans().find(({ name }) => name === 'decide preToolCall'),
    30_000,
  );
  await eventually(async () => spans().some(({ name }) => name === 'store decisions'), 30_000);
  expect(await served.stop()).toBe(0);

  const all = spans();
  expect(all.find(({ name }) => name === 'pay back')).toMatchObject({ traceId, spanId });
  expect(decided).toMatchObject({ traceId, parentSpanId: spanId });
  const inside = all.filter(({ parentSpanId }) => parentSpanId === decided.spanId);
  expect(inside.map(({ name }) => name).toSorted()).toEqual([
    'policy shop/big',
    'policy shop/fine',
    'wait for people',
  ]);
  const wait = inside.find(({ name }) => name === 'wait for people')!;
  expect(durationMs(decided)).toBeGreaterThanOrEqual(durationMs(wait) - 5);
  expect(durationMs(wait)).toBeGreaterThan(0);
  expect(decided.attributes).toContainEqual({
    key: 'interpose.settled',
    value: { stringValue: 'approved' },
  });
  // Neither the arguments nor the text of the ask.
  expect(bodies.join('')).not.toContain('hunter2');
});

test('without a collector nothing is traced, and one that is away keeps nobody waiting', async () => {
  const before = bodies.length;
  const settings = { INTERPOSE_FOLDER: join(folder, 'away') };
  const away = { ...settings, INTERPOSE_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  for (const each of [settings, away]) {
    const served = await startGuardian(each);
    const hooks = createHooks({ policies: [guardian({ url: served.url, token: TOKEN })] });
    const tool = { name: 'look', origin: 'local', known: true, enabled: true } as const;
    const call = { id: 'call_2', name: 'look', args: {} };
    expect(await hooks.dispatch('preToolCall', { call, tool })).toMatchObject({
      decision: 'allow',
    });
    await hooks.close();
    await served.stop();
  }
  expect(bodies.length).toBe(before);
});
