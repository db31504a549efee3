import * as sdk from '@openai/agents-core';
import { RealtimeAgent, RealtimeSession } from '@openai/agents-realtime';
import { expect, test } from 'vitest';

import { createHooks, deny } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { fakeTransport } from '../../test/fake-transport.ts';
import { withHooks } from '../index.ts';

const hooks = createHooks();
hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard' });

/** Returns an agent with a tool here and one at the provider, and what the tool here did. */
function voiceAgent(name: string): { readonly agent: RealtimeAgent; readonly paid: unknown[] } {
  const paid: unknown[] = [];
  const vault = sdk.hostedMcpTool({ serverLabel: 'vault', serverUrl: 'https://tools.test' });
  const pay = openTool('pay', () => paid.push('paid'));
  return { agent: new RealtimeAgent({ name, tools: [pay as never, vault] }), paid };
}

/** Opens a session in which the model calls these tools. Returns what was sent and what was offered. */
async function call(agent: RealtimeAgent, ...names: readonly string[]): Promise<unknown> {
  const transport = fakeTransport();
  const session = new RealtimeSession(agent, { transport: transport as never });
  await session.connect({ apiKey: 'any' });
  for (const [at, name] of names.entries()) {
    const said = { callId: `c${at}`, responseId: `r${at}`, name, arguments: '{}' };
    transport.emit('function_call', { type: 'function_call', ...said });
    await expect.poll(() => transport.sent.length).toBe(at + 1);
  }
  const { tools } = await session.getInitialSessionConfig();
  return [transport.sent.at(-1), tools?.map(({ type }) => type)];
}

const denied = 'Blocked by guard: ask a person';

test('hooks on the module see the calls of realtime agents, of their clones and of who takes over', async () => {
  const before = voiceAgent('before');
  expect(await call(before.agent, 'pay')).toEqual(['1', ['function', 'mcp']]);
  withHooks(sdk, hooks);
  expect(await call(before.agent, 'pay')).toEqual([denied, ['function']]);
  expect(await call(before.agent.clone({}) as RealtimeAgent, 'pay')).toEqual([
    denied,
    ['function'],
  ]);
  const { agent: next, paid } = voiceAgent('next');
  const voice = new RealtimeAgent({ name: 'voice', handoffs: [next] });
  expect(await call(voice, 'transfer_to_next', 'pay')).toEqual([denied, ['function']]);
  expect([before.paid, paid]).toEqual([['paid'], []]);
});

test('hooks on the module that have to be enforced refuse a session', async () => {
  withHooks(sdk, createHooks(), { require: 'enforced' });
  await expect(call(voiceAgent('voice').agent)).rejects.toThrow(
    expect.objectContaining({ code: 'not_enforced' }),
  );
});
