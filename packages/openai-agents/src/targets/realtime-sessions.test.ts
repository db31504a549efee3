import { Agent, handoff, hostedMcpTool } from '@openai/agents-core';
import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents-realtime';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { createHooks, deny } from '@interpose/core';

import { openTool, runner } from '../../test/app.ts';
import { fakeTransport } from '../../test/fake-transport.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test.each(['a realtime agent', 'a clone of one'])(
  'what the provider has and who takes over pass the hooks of %s, also in a session that a tool opened',
  async (kind) => {
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('preToolCall', ({ call, agent }) => {
      asked.push([call.name, agent.name]);
      return call.name === 'open' ? undefined : deny('ask a person');
    });
    const [refund, open] = ['refund', 'open'].map((name) => openTool(name, async () => use()));
    const vault = hostedMcpTool({ serverLabel: 'vault', serverUrl: 'https://tools.test' });
    const billing = new RealtimeAgent({ name: 'billing', tools: [refund as never] });
    const to = handoff(new RealtimeAgent({ name: 'other' }) as never);
    to.onInvokeHandoff = async () => billing as never;
    const handoffs = [to as object as RealtimeAgent];
    const voice = new RealtimeAgent({ name: 'voice', tools: [vault], handoffs });
    withHooks(voice, hooks);
    const agent = kind === 'a clone of one' ? (voice.clone({}) as RealtimeAgent) : voice;
    const use = async (): Promise<string> => {
      const transport = fakeTransport();
      const session = new RealtimeSession(agent, { transport: transport as never });
      await session.connect({ apiKey: 'any' });
      for (const [at, name] of ['transfer_to_other', 'refund'].entries()) {
        const said = { callId: `c${at}`, responseId: `r${at}`, name, arguments: '{}' };
        transport.emit('function_call', { type: 'function_call', ...said });
        await expect.poll(() => transport.sent.length).toBe(at + 1);
      }
      const { tools } = await session.getInitialSessionConfig();
      return JSON.stringify([transport.sent[1], tools?.map(({ type }) => type)]);
    };
    const model = new MemoryModel([calls('open')], [calls('transfer_to_desk')], 'Done.');
    const desk = new Agent({ name: 'desk', model });
    const shop = new Agent({ name: 'shop', model, tools: [open!], handoffs: [desk] });
    const alone = await use();
    const around = asked.splice(0);
    await runner.run(withHooks(shop, hooks), 'Call them.');
    expect(JSON.parse(alone)).toEqual([expect.stringContaining('ask a person'), ['function']]);
    expect(readOf(model, 'call_open')).toContain('ask a person');
    expect(around).toContainEqual(['refund', 'billing']);
    expect(asked).toEqual([['open', 'shop'], ...around]);
  },
);

const aboveForty = async (_: unknown, { euros }: { readonly euros: number }): Promise<boolean> =>
  euros > 40;

test.each([
  ['as the model wrote it', '{"euros":5}', 5, true, [5]],
  ['that hooks changed', '{"euros":5}', 50, true, []],
  ['that hooks changed to one about which nobody is asked', '{"euros":5}', 15, aboveForty, [15]],
  ['that hooks changed to one about which a person is asked', '{"euros":5}', 50, aboveForty, []],
  ['without arguments, to which hooks gave some', '[]', 50, aboveForty, []],
])(
  'a call %s runs only if that is what a person approved',
  async (...[, written, left, asks, paid]) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: left } } }));
    const ran: unknown[] = [];
    const pay = openTool('pay', ({ euros }) => ran.push(euros), { needsApproval: asks });
    const voice = withHooks(new RealtimeAgent({ name: 'voice', tools: [pay as never] }), hooks);
    const transport = fakeTransport();
    const session = new RealtimeSession(voice, { transport: transport as never });
    session.on('tool_approval_requested', (...[, , { approvalItem }]) => {
      void session.approve(approvalItem);
    });
    await session.connect({ apiKey: 'any' });
    const call = { callId: 'c1', responseId: 'r1', name: 'pay', arguments: written };
    transport.emit('function_call', { type: 'function_call', ...call });
    await expect.poll(() => transport.sent.length).toBe(1);
    expect(ran).toEqual(paid);
  },
);

test.each([false, true])(
  'a session asks for approval of the arguments that the schema leaves, once, with hooks: %s',
  async (isHooked) => {
    const told: unknown[] = [];
    const pay = tool({
      name: 'pay',
      description: 'Pays.',
      parameters: z.object({
        euros: z
          .number()
          .refine((euros) => told.push('read') > 0 && euros < 900)
          .default(50),
      }),
      needsApproval: async (_, { euros }) => told.push(`asked ${euros}`) < 0,
      execute: ({ euros }) => `paid ${euros}`,
    });
    const own = pay.invoke;
    const voice = new RealtimeAgent({ name: 'voice', tools: [pay] });
    if (isHooked) withHooks(voice, createHooks());
    const transport = fakeTransport();
    const session = new RealtimeSession(voice, { transport: transport as never });
    session.on('tool_approval_requested', () => told.push('a person'));
    const invokes = new Set<unknown>();
    session.on('agent_tool_start', (...[, , started]) => {
      invokes.add(Reflect.get(started, 'invoke'));
    });
    await session.connect({ apiKey: 'any' });
    for (const [at, euros] of [undefined, 5, 999, 'five'].entries()) {
      const call = { callId: `c${at}`, responseId: 'r1', name: 'pay' };
      const written = { ...call, arguments: JSON.stringify({ euros }) };
      transport.emit('function_call', { type: 'function_call', ...written });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(told).toEqual(['asked 50', 'read', 'asked 5', 'read', 'a person', 'a person']);
    expect(transport.sent).toEqual(['paid 50', 'paid 5']);
    expect(invokes.has(own)).toBe(!isHooked);
  },
);
