import { Agent, RunState, shellTool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny, mapText } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel, readOf, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const session = { id: 'thread-1' };

describe('a state that is resumed', () => {
  test('with an agent that was hooked after it had read the state still passes the hooks', async () => {
    const hooks = createHooks();
    let rule = (): ReturnType<typeof ask> | ReturnType<typeof deny> => ask('a person decides');
    hooks.addHook('preToolCall', () => rule(), { name: 'guard' });
    let paid = 0;
    const model = new MemoryModel([calls('refund')], 'Done.');
    const make = () => agentOn(model, { tools: [openTool('refund', () => void paid++)] });
    const asked = await runner.run(withHooks(make(), hooks, { session }), 'Pay me.');
    const later = make();
    const state = await RunState.fromString(later, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    rule = () => deny('closed');
    withHooks(later, hooks, { session });
    await runner.run(later, state);
    expect([paid, readOf(model, 'call_refund')]).toEqual([
      0,
      expect.stringContaining('Blocked by guard: closed'),
    ]);
  });

  test.each([session, undefined])('keeps what hooks changed (session %o)', async (named) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => ({
      message: mapText(message, () => 'Pay them.'),
    }));
    const model = new MemoryModel([calls('refund')], 'Done.');
    const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
    const agent = withHooks(agentOn(model, { tools }), hooks, { ...(named && { session: named }) });
    const asked = await runner.run(agent, 'Pay 4242.');
    asked.state.approve(asked.state.getInterruptions()[0]!);
    await runner.run(agent, asked.state);
    expect(model.asked.map(({ input }) => input)).toHaveLength(2);
    expect(JSON.stringify(model.asked.map(({ input }) => input))).not.toContain('4242');
  });

  test('of a run with a pending handoff asks about the handoff', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'));
    hooks.addHook('preDelegate', () => deny('billing is closed'), { name: 'hours' });
    const model = new MemoryModel([calls('refund'), calls('transfer_to_billing')], 'Tomorrow.');
    const billing = new Agent({ name: 'billing', model: new MemoryModel('Paid.') });
    const tools = [openTool('refund', () => 'paid')];
    const make = () =>
      withHooks(agentOn(model, { tools, handoffs: [billing] }), hooks, { session });
    const asked = await runner.run(make(), 'Pay me.');
    const later = make();
    const state = await RunState.fromString(later, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    const result = await runner.run(later, state);
    expect(result.finalOutput).toBe('Tomorrow.');
  });

  test('with an approved command runs it once, past the hooks', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'), { name: 'guard' });
    const ran: unknown[] = [];
    const shell = {
      async run(action: { readonly commands: readonly string[] }) {
        ran.push(action.commands);
        return { output: [] };
      },
    };
    const wish: Item = { type: 'shell_call', callId: 'c1', action: { commands: ['ls'] } };
    const model = new MemoryModel([wish], 'Done.');
    const make = () =>
      withHooks(agentOn(model, { tools: [shellTool({ shell })] }), hooks, { session });
    const asked = await runner.run(make(), 'List.');
    expect([asked.interruptions.length, ran]).toEqual([1, []]);
    const later = make();
    const state = await RunState.fromString(later, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    const result = await runner.run(later, state);
    expect([result.finalOutput, ran]).toEqual(['Done.', [['ls']]]);
  });
});
