import { createHooks, deny, type Dict, type EventName, type HooksOptions } from '@interpose/core';
import { joinChat } from '@interpose/core/remote';
import { afterEach, describe, expect, test } from 'vitest';

import { AOSRequest } from '../src/generated/validators.mjs';
import { aosEvents, guardian, type GuardianOptions } from '../src/index.ts';
import { foreignGuardian, stopServers } from './foreign-guardian.ts';

afterEach(stopServers);

describe('what travels', () => {
  test('every field AOS has for it, from the session', async () => {
    const { url, heard } = await foreignGuardian();
    const agent = { url: 'https://agents.example/clerk', tools: [], metadata: { tier: 'gold' } };
    const hooks = createHooks({ policies: [guardian({ url, agent })] });
    const chat = joinChat(hooks, {
      chatId: 'chat-1',
      host: { framework: 'test', version: '1' },
      agent: {
        id: 'clerk',
        name: 'Clerk',
        version: '3.1.0',
        instructions: 'Be exact.',
        model: 'm-1',
        provider: { name: 'Models', url: 'https://models.example' },
      },
      session: { id: 'thread' },
      user: { id: 'ada', name: 'Ada', organisation: 'acme' },
      reasoning: 'the user asked',
    });
    const call = { id: 'call_1', name: 'refund', args: { cents: 5, memo: null, tags: ['a'] } };
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    await chat.dispatch('preToolCall', { call, tool });
    const [request] = heard;
    expect(AOSRequest(request?.body)).toBe(true);
    expect(request?.body).toMatchObject({
      method: 'steps/toolCallRequest',
      params: {
        reasoning: 'the user asked',
        toolCallRequest: {
          executionId: 'call_1',
          toolId: 'refund',
          inputs: [
            { name: 'cents', value: 5 },
            { name: 'memo', value: null },
            { name: 'tags', value: ['a'] },
          ],
        },
        context: {
          agent: {
            id: 'clerk',
            name: 'Clerk',
            version: '3.1.0',
            instructions: 'Be exact.',
            url: 'https://agents.example/clerk',
            tools: [],
            metadata: { tier: 'gold' },
            model: { id: 'm-1', name: 'm-1', provider: { name: 'Models' } },
            provider: { name: 'Models', url: 'https://models.example' },
          },
          session: { id: 'thread' },
          turnId: 'chat-1',
          user: { id: 'ada', name: 'Ada', organization: { id: 'acme' } },
        },
      },
    });
    const { context } = request!.body['params'] as { context: Dict };
    const { stepId, timestamp } = context;
    expect(request!.body['id']).toBe(stepId);
    expect(Date.parse(String(timestamp))).toBeGreaterThan(Date.now() - 10_000);
  });

  test('token and trace context in headers, over one connection', async () => {
    const { url, heard, sockets } = await foreignGuardian();
    const hooks = createHooks({ policies: [guardian({ url, token: 'secret' })] });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const host = { framework: 'test', version: '1' };
    const trace = { traceparent, tracestate: 'a=1' };
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'a' }, trace });
    const warnings: unknown[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    for (let step = 0; step < 15; step++) await chat.dispatch('preMemoryStore', { memory: [] });
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    expect(heard[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      traceparent,
      tracestate: 'a=1',
      'content-type': 'application/json',
    });
    expect(heard[0]?.body).toMatchObject({ params: { context: { traceparent } } });
    expect(new Set(heard.map(({ body }) => body['id'])).size).toBe(15);
    expect(sockets.size).toBe(1);
  });

  test('no trace context that is none', async () => {
    const { url, heard } = await foreignGuardian();
    const hooks = createHooks({ policies: [guardian({ url })] });
    const trace = { traceparent: 'x\r\nset-cookie: a=b' };
    const host = { framework: 'test', version: '1' };
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'a' }, trace });
    expect(await chat.dispatch('preMemoryStore', { memory: [] })).toEqual({ decision: 'allow' });
    expect(heard[0]?.headers).not.toHaveProperty('traceparent');
  });

  test('only the events asked for, and nothing that a policy here has denied', async () => {
    const { url, heard } = await foreignGuardian();
    const closed = { name: 'closed', hooks: { preMemoryStore: () => deny('closed') } };
    const asked = guardian({ url, events: ['preMemoryStore'] });
    const hooks = createHooks({ policies: [asked, closed] });
    await hooks.dispatch('preMemoryStore', { memory: [] });
    await hooks.dispatch('onMemoryRetrieved', { memory: [] });
    expect(heard).toEqual([]);
    expect(aosEvents).toHaveLength(14);
  });

  test('what policies here have changed, also after a step', async () => {
    const { url, heard } = await foreignGuardian();
    const tidy = {
      name: 'tidy',
      hooks: {
        onMemoryRetrieved: { priority: 1, run: () => ({ memory: [{ content: 'tidy' }] }) },
        preMemoryStore: { priority: 1000, run: () => ({ memory: [{ content: 'tidy' }] }) },
      },
    };
    const hooks = createHooks({ policies: [guardian({ url }), tidy] });
    await hooks.dispatch('onMemoryRetrieved', { memory: [{ content: 'raw' }] });
    await hooks.dispatch('preMemoryStore', { memory: [{ content: 'raw' }] });
    expect(heard.map(({ body }) => (body['params'] as Dict)['memory'])).toEqual([
      ['tidy'],
      ['tidy'],
    ]);
  });
});

describe('what cannot travel ends in the posture', () => {
  const fails = async (
    event: EventName,
    payload: object,
    more: Partial<GuardianOptions> = {},
    hooksOptions: HooksOptions = {},
  ): Promise<unknown> => {
    const { url } = await foreignGuardian();
    const hooks = createHooks({ ...hooksOptions, policies: [guardian({ url, ...more })] });
    return hooks.dispatch(event, payload);
  };

  test('an A2A method that AOS does not have', async () => {
    const payload = { message: {}, method: 'tasks/list', role: 'client', leg: 'request' };
    expect(await fails('preA2aMessage', payload)).toMatchObject({
      decision: 'deny',
      code: 'guardian_method_unsupported',
    });
  });

  test('a value that is no JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const payload = { message: circular, server: 'files', direction: 'client-to-server' };
    const strict = { strict: false };
    const open = { onFailure: 'allow' } as const;
    expect(await fails('preMcpMessage', payload, open, strict)).toMatchObject({
      code: 'guardian_request_unsendable',
    });
  });
});
