import { deny } from '@interpose/core';
import { modelCycle, toolCycle } from '@interpose/core/adapter';
import { createNoopMeter, trace } from '@opentelemetry/api';
import { SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeAll, describe, expect, test } from 'vitest';

import { keepContexts, record, weather } from '../test/recorded.ts';

beforeAll(keepContexts);

const answer: Parameters<typeof modelCycle>[1] = {
  request: () => ({ model: 'small', messages: [] }),
  call: () => Promise.resolve({}),
  response: () => ({ content: [] }),
  continues: () => false,
};

describe('telemetry', () => {
  test('makes no spans for the steps of a chat that nobody records, and tells them and their requests so', async () => {
    const asked: string[] = [];
    const provider = new TracerProvider({
      sampler: {
        shouldSample: (_context, _traceId, name) => {
          asked.push(name);
          return { decision: SamplingDecision.NOT_RECORD };
        },
      },
    });
    const { hooks, chat, spans, points } = await record({ tracer: provider.getTracer('dropped') });
    let inside: string | undefined;
    const run = (): string => {
      inside = trace.getActiveSpan()?.spanContext().traceId;
      return 'sunny';
    };
    await modelCycle(chat, answer);
    await toolCycle(chat, { ...weather, run });
    hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
    await toolCycle(chat, { ...weather, run: () => 'never' });
    await chat.end({ kind: 'done', reason: 'completed' });
    expect([asked, spans()]).toEqual([['session', 'invoke_agent desk'], []]);
    expect(chat.trace?.traceparent).toBe(
      `00-${inside}-${chat.trace?.traceparent.slice(36, 52)}-00`,
    );
    const ran = await points('gen_ai.client.operation.duration');
    expect(ran.map(({ attributes }) => attributes['gen_ai.operation.name'])).toEqual([
      'chat',
      'execute_tool',
      'invoke_agent',
    ]);
    expect(await points('interpose.decisions')).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({ 'interpose.policy': 'guard' }) as unknown,
      }),
    );
  });

  test('tells of a decision where nobody takes metrics, and of an allow only if all are wanted', async () => {
    for (const decisions of ['interfering', 'all'] as const) {
      const { hooks, chat, spans } = await record({ meter: createNoopMeter(), decisions });
      hooks.addHook('preToolCall', () => undefined, { name: 'silent' });
      hooks.addHook('onToolCallResult', () => ({ result: 'cloudy' }), { name: 'changer' });
      await toolCycle(chat, weather);
      const tool = spans().find(({ name }) => name === 'execute_tool weather');
      expect(tool?.events.map(({ attributes }) => attributes?.['interpose.decision.verb'])).toEqual(
        decisions === 'all' ? ['allow', 'modify'] : ['modify'],
      );
    }
  });
});
