import { createHooks, deny, retry } from '@interpose/core';
import { around, modelCycle, openChat, toolCycle } from '@interpose/core/adapter';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { beforeAll, describe, expect, test } from 'vitest';

import { keepContexts, record, weather } from '../test/recorded.ts';
import { telemetry } from './index.ts';

beforeAll(keepContexts);

const say = (text: string): Parameters<typeof modelCycle>[1] => ({
  request: () => ({
    model: 'small',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'secret question' }] }],
  }),
  call: () => Promise.resolve({}),
  response: () => ({
    content: [{ type: 'text', text }],
    finishReason: 'stop',
    usage: { inputTokens: 12, outputTokens: 3 },
  }),
  continues: () => false,
});

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const span = spans.find((each) => each.name === name);
  if (span === undefined)
    throw new Error(`no span ${name}: ${spans.map((each) => each.name).join(', ')}`);
  return span;
}

describe('telemetry', () => {
  test('makes the span of a tool the active one while the tool runs', async () => {
    const { chat, spans } = await record();
    let inside: string | undefined;
    await toolCycle(chat, {
      ...weather,
      run: () => {
        inside = trace.getActiveSpan()?.spanContext().spanId;
        return 'sunny';
      },
    });
    const tool = named(spans(), 'execute_tool weather');
    expect(inside).toBe(tool.spanContext().spanId);
    expect(tool.status.code).toBe(SpanStatusCode.UNSET);
  });

  test('puts steps below their chat, and gives requests the trace of the chat', async () => {
    const { chat, spans } = await record();
    await modelCycle(chat, say('hello'));
    await around(chat, 'preKnowledgeQuery', { query: { text: 'q' }, source: 'faq' }, () => []);
    await chat.end({ kind: 'done', reason: 'completed' });
    const outer = named(spans(), 'invoke_agent desk').spanContext();
    expect(chat.trace?.traceparent).toBe(`00-${outer.traceId}-${outer.spanId}-01`);
    for (const name of ['chat small', 'retrieval faq'])
      expect(named(spans(), name).parentSpanContext?.spanId).toBe(outer.spanId);
    expect(named(spans(), 'chat small').attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'small',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 3,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.conversation.id': 'thread-7',
    });
  });

  test('goes on with the trace that a chat was asked for in, unless the app is inside a span', async () => {
    const { hooks, spans } = await record();
    const caller = '4bf92f3577b34da6a3ce929d0e0e4736';
    const host = { framework: 'toy', version: '1' };
    for (const traceparent of [`00-${caller}-00f067aa0ba902b7-01`, 'no trace'])
      await (
        await openChat(hooks, { host, agent: { id: 'asked' }, trace: { traceparent } })
      ).end({ kind: 'done', reason: 'completed' });
    const [below, alone] = spans().filter(({ name }) => name === 'invoke_agent asked');
    expect(below?.parentSpanContext).toMatchObject({ traceId: caller, spanId: '00f067aa0ba902b7' });
    expect(below?.links).toHaveLength(1);
    expect(alone?.spanContext().traceId).not.toBe(caller);
  });

  test('captures no content, unless it is given a function that redacts', async () => {
    const silent = await record();
    await modelCycle(silent.chat, say('secret answer'));
    await toolCycle(silent.chat, weather);
    expect(JSON.stringify(silent.spans().map((span) => span.attributes))).not.toMatch(/secret|Ulm/);

    const redact = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('secret', '***'));
    const loud = await record({ content: redact });
    await modelCycle(loud.chat, say('secret answer'));
    await toolCycle(loud.chat, weather);
    const { attributes } = named(loud.spans(), 'chat small');
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: '*** question' }] },
    ]);
    expect(attributes['gen_ai.output.messages']).toContain('*** answer');
    expect(named(loud.spans(), 'execute_tool weather').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"city":"Ulm"}',
      'gen_ai.tool.call.result': '"sunny"',
    });
  });

  test('leaves content out when its redaction fails', async () => {
    const { chat, spans } = await record({
      content: () => {
        throw new Error('the detector is gone');
      },
    });
    await toolCycle(chat, weather);
    const { attributes } = named(spans(), 'execute_tool weather');
    expect(attributes).not.toHaveProperty('gen_ai.tool.call.arguments');
  });

  test('ends the span of a denied call with its code, and says who', async () => {
    const { hooks, chat, spans } = await record({ proposedNames: true });
    hooks.addHook('preToolCall', () => deny('not here', { code: 'closed' }), { name: 'guard' });
    await toolCycle(chat, weather);
    const span = named(spans(), 'execute_tool weather');
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'denied by guard' });
    expect(span.attributes).toMatchObject({ 'error.type': 'closed' });
    expect(span.events[0]?.attributes).toMatchObject({
      'interpose.decision.verb': 'deny',
      'interpose.decision.reason': 'not here',
      'gen_ai.security.action.type': 'deny',
      'gen_ai.security.guardrail.name': 'guard',
    });
  });

  test('gives each attempt of a repeated call a span of its own', async () => {
    const { hooks, chat, spans } = await record();
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    await toolCycle(chat, weather);
    const attempts = spans().filter(({ name }) => name === 'execute_tool weather');
    expect(attempts.map(({ attributes }) => attributes['interpose.attempt'])).toEqual([
      undefined,
      2,
    ]);
  });

  test('ends the spans of steps that an abort cut off', async () => {
    const { chat, spans } = await record();
    const never = toolCycle(chat, { ...weather, run: () => new Promise<string>(() => undefined) });
    never.catch(() => undefined);
    await chat.end({ kind: 'abort', reason: new Error('left') });
    expect(named(spans(), 'execute_tool weather').ended).toBe(true);
    expect(named(spans(), 'invoke_agent desk').attributes['interpose.chat.ending']).toBe('aborted');
  });

  test('writes a decision on a message onto the span of the chat', async () => {
    const { hooks, chat, spans } = await record();
    hooks.addHook('onUserMessage', () => deny('no'), { name: 'mute' });
    await modelCycle(chat, say('hello'));
    await chat.end({ kind: 'done', reason: 'denied' });
    expect(named(spans(), 'invoke_agent desk').events[0]?.attributes).toMatchObject({
      'interpose.event': 'onUserMessage',
      'interpose.decision.verb': 'deny',
    });
  });

  test('refuses options there are not', () => {
    for (const options of [{ span: ['chat'] }, { spans: ['chats'] }, { content: true }])
      expect(() => telemetry(options as never)).toThrow('[invalid_option]');
    expect(() => createHooks({ policies: [telemetry(), telemetry()] })).toThrow('duplicate_policy');
  });
});
