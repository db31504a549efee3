import { handoff, hostedMcpTool, RunContext } from '@openai/agents-core';
import { backgroundResult, RealtimeAgent, RealtimeSession, tool } from '@openai/agents-realtime';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { createHooks, deny } from '@interpose/core';

import { fakeTransport } from '../../test/fake-transport.ts';
import { inspect, withHooks } from '../index.ts';

test('the tools of a realtime agent pass the hooks, one session for all that is said', async () => {
  const hooks = createHooks();
  const sessions = new Set<string>();
  hooks.addHook(
    'preToolCall',
    ({ call, session }) => {
      sessions.add(session.id);
      return call.name === 'refund' ? deny('ask a person') : undefined;
    },
    { name: 'guard' },
  );
  let paid = 0;
  const parameters = z.object({});
  const refund = tool({
    name: 'refund',
    description: 'Pays.',
    parameters,
    execute: () => void paid++,
  });
  const price = tool({ name: 'price', description: 'Tells.', parameters, execute: () => 'ten' });
  const agent = withHooks(new RealtimeAgent({ name: 'voice', tools: [refund, price] }), hooks);
  const transport = fakeTransport();
  const session = new RealtimeSession(agent, { transport: transport as never });
  await session.connect({ apiKey: 'any' });
  for (const name of ['refund', 'price'])
    transport.emit('function_call', {
      type: 'function_call',
      callId: `c_${name}`,
      responseId: 'r1',
      name,
      arguments: '{}',
    });
  await expect.poll(() => transport.sent.length).toBe(2);
  expect([paid, new Set(transport.sent)]).toEqual([
    0,
    new Set(['Blocked by guard: ask a person', 'ten']),
  ]);
  expect(sessions.size).toBe(1);
});

test('who takes over from a hooked realtime agent is hooked as well', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard' });
  const parameters = z.object({});
  const refund = tool({ name: 'refund', description: 'Pays.', parameters, execute: () => 'paid' });
  const billing = new RealtimeAgent({ name: 'billing', tools: [refund] });
  const agent = withHooks(new RealtimeAgent({ name: 'voice', handoffs: [billing] }), hooks);
  const transport = fakeTransport();
  const session = new RealtimeSession(agent, { transport: transport as never });
  await session.connect({ apiKey: 'any' });
  const ask = (name: string): unknown =>
    transport.emit('function_call', {
      type: 'function_call',
      callId: `c_${name}`,
      responseId: `r_${name}`,
      name,
      arguments: '{}',
    });
  ask('transfer_to_billing');
  await expect.poll(() => transport.sent.length).toBe(1);
  ask('refund');
  await expect.poll(() => transport.sent.at(-1)).toBe('Blocked by guard: ask a person');
});

test('a server at the provider that a policy denied is not offered in a session', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('not from here'), { tool: 'hosted_mcp:vault' });
  const tools = ['vault', 'maps'].map((serverLabel) =>
    hostedMcpTool({ serverLabel, serverUrl: 'https://tools.test' }),
  );
  const agent = withHooks(new RealtimeAgent({ name: 'voice', tools }), hooks);
  const session = new RealtimeSession(agent, { transport: fakeTransport() as never });
  const { tools: offered } = await session.getInitialSessionConfig();
  expect(offered).toMatchObject([{ server_label: 'maps' }]);
});

test('an agent to whom a hooked one can hand over is hooked in a session of its own, and so is whoever takes over there', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard' });
  const context = new RunContext();
  const hosted = () => [
    hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example' }),
  ];
  const last = new RealtimeAgent({ name: 'last', tools: hosted() });
  const to = Object.assign(handoff(new RealtimeAgent({ name: 'other' }) as never), {
    onInvokeHandoff: async () => last,
  }) as never;
  const next = new RealtimeAgent({ name: 'next', tools: hosted(), handoffs: [to] });
  withHooks(new RealtimeAgent({ name: 'voice', handoffs: [next] }), hooks);
  expect(await next.getAllTools(context as never)).toEqual([]);
  const [found] = await next.getEnabledHandoffs(context as never);
  await found!.onInvokeHandoff(context as never, '{}');
  expect(await last.getAllTools(context as never)).toEqual([]);
});

test('a clone of a hooked realtime agent runs in a session as that one does, with its hooks', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard' });
  const parameters = z.object({});
  const refund = tool({ name: 'refund', description: 'Pays.', parameters, execute: () => 'paid' });
  const agent = withHooks(new RealtimeAgent({ name: 'voice' }), hooks);
  const clone = agent.clone({ tools: [refund] }).clone({ name: 'again' }) as RealtimeAgent;
  const transport = fakeTransport();
  const session = new RealtimeSession(clone, { transport: transport as never });
  await session.connect({ apiKey: 'any' });
  transport.emit('function_call', {
    type: 'function_call',
    callId: 'c1',
    responseId: 'r1',
    name: 'refund',
    arguments: '{}',
  });
  await expect.poll(() => transport.sent).toEqual(['Blocked by guard: ask a person']);
  expect(inspect(clone)).toEqual(inspect(agent));
});

test('a background result that hooks changed stays one: no response begins after it', async () => {
  const hooks = createHooks();
  hooks.addHook('onToolCallResult', () => ({ result: Object.freeze({ content: 'sent to ***' }) }));
  const mail = tool({
    name: 'mail',
    description: 'Sends.',
    parameters: z.object({}),
    execute: () => backgroundResult('sent to ada'),
  });
  const agent = withHooks(new RealtimeAgent({ name: 'voice', tools: [mail] }), hooks);
  const transport = fakeTransport();
  const session = new RealtimeSession(agent, { transport: transport as never });
  await session.connect({ apiKey: 'any' });
  const call = { callId: 'c1', responseId: 'r1', name: 'mail', arguments: '{}' };
  transport.emit('function_call', { type: 'function_call', ...call });
  await expect.poll(() => transport.sent.length).toBe(1);
  expect([transport.sent, transport.responses]).toEqual([['sent to ***'], [false]]);
});
