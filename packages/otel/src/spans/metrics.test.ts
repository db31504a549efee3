import { ask, deny } from '@interpose/core';
import { modelCycle, toolCycle, type ToolStep } from '@interpose/core/adapter';
import { createNoopMeter, type Meter } from '@opentelemetry/api';
import { expect, test } from 'vitest';

import { record } from '../../test/recorded.ts';
import { Metrics } from './metrics.ts';

const pay: ToolStep<string> = {
  call: { id: 'call_1', name: 'pay', args: {} },
  tool: { name: 'pay', origin: 'local', known: true, enabled: true },
  run: () => 'paid',
};

test('decisions are counted by verb, event, tool and policy', async () => {
  const { hooks, chat, points } = await record();
  await toolCycle(chat, pay);
  hooks.addHook('preToolCall', () => deny('closed'), { name: 'guard' });
  await toolCycle(chat, { ...pay, call: { ...pay.call, id: 'call_2' } });
  const counted = await points('interpose.decisions');
  expect(counted).toContainEqual(
    expect.objectContaining({
      value: 1,
      attributes: {
        'interpose.event': 'preToolCall',
        'interpose.decision.verb': 'deny',
        'interpose.decision.mode': 'enforce',
        'interpose.policy': 'guard',
        'gen_ai.tool.name': 'pay',
      },
    }),
  );
  const [time] = await points('interpose.decision.duration');
  expect(time?.value).toMatchObject({ count: expect.any(Number) as number });
});

test('tokens, time and spend of model calls are measured', async () => {
  const { chat, points } = await record({
    priceOf: ({ usage }) => (usage?.inputTokens ?? 0) / 1e6,
  });
  await modelCycle(chat, {
    request: () => ({ model: 'small', messages: [] }),
    call: () => Promise.resolve({}),
    response: () => ({ content: [], usage: { inputTokens: 1000, outputTokens: 20 } }),
    continues: () => false,
  });
  const tokens = await points('gen_ai.client.token.usage');
  const sums = tokens.map(({ attributes, value }) => [
    attributes['gen_ai.token.type'],
    (value as { readonly sum: number }).sum,
  ]);
  expect(sums).toEqual([
    ['input', 1000],
    ['output', 20],
  ]);
  expect(await points('interpose.spend')).toMatchObject([{ value: 0.001 }]);
  expect(await points('gen_ai.client.operation.duration')).toMatchObject([
    { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small' } },
  ]);
});

test('asks that nobody answers are counted for a week, and no more than 10,000', () => {
  let waiting = 0;
  const meter = createNoopMeter();
  const add = (count: number): void => void (waiting += count);
  const metrics = new Metrics(
    Object.assign(Object.create(meter) as Meter, { createUpDownCounter: () => ({ add }) }),
  );
  const suspended = (digest: number, at: number): void =>
    metrics.decided({ settled: 'suspended', digest: `${digest}`, by: [], at } as never);
  for (let digest = 0; digest < 12_000; digest++) suspended(digest, 0);
  expect(waiting).toBe(10_000);
  suspended(1, 8 * 24 * 60 * 60 * 1000);
  expect(waiting).toBe(1);
});

test('a suspended ask is counted as waiting until it is decided again', async () => {
  const { hooks, chat, points } = await record({}, { suspends: true });
  hooks.addHook('preToolCall', () => ask('pay?'), { name: 'approval' });
  const waiting = async (): Promise<unknown> => (await points('interpose.asks.waiting'))[0]?.value;
  const asked = await toolCycle(chat, pay);
  expect(asked.kind).toBe('suspended');
  expect(await waiting()).toBe(1);
  if (asked.kind === 'suspended') await hooks.resume(asked.token, { approved: true, by: 'ada' });
  const done = await toolCycle(chat, { ...pay, resumed: true });
  expect(done).toMatchObject({ kind: 'result', result: 'paid' });
  expect(await waiting()).toBe(0);
});
