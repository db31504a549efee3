import { Agent, RunState, shellTool, user } from '@openai/agents-core';
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
    const asked = await runner.run(agent, 'Pay 4z42.');
    asked.state.approve(asked.state.getInterruptions()[0]!);
    await runner.run(agent, asked.state);
    expect(model.asked.map(({ input }) => input)).toHaveLength(2);
    expect(JSON.stringify(model.asked.map(({ input }) => input))).not.toContain('4z42');
  });

  test.each(['as a whole', 'streamed'] as const)(
    'from a text keeps what hooks changed, also where nobody remembers it, %s',
    async (way) => {
      const hooks = createHooks();
      hooks.addHook('onUserMessage', ({ message }) => ({
        message: mapText(message, (text) => text.replace('4z42', 'them')),
      }));
      const model = new MemoryModel([calls('refund')], 'Done.');
      const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
      const agent = withHooks(agentOn(model, { tools }), hooks);
      const told = ['Pay 4z42.', 'And be quick.'].map((content) => user(content));
      const texts = [];
      const asked =
        way === 'as a whole'
          ? await runner.run(agent, told)
          : await runner.run(agent, told, { stream: true });
      if ('completed' in asked) {
        for await (const event of asked)
          if (event.type === 'run_item_stream_event') texts.push(asked.state.toString());
        await asked.completed;
      }
      expect(texts.length > 0).toBe(way === 'streamed');
      // The app holds these itself, and may send them again as a history.
      texts.push(JSON.stringify([asked.input, asked.history]));
      texts.push(asked.state.toString(), JSON.stringify(asked.state));
      expect(texts.join()).not.toContain('4z42');
      expect(texts.join()).toContain('And be quick.');
      // As in another process: other hooks, with a store that never saw the first run.
      const elsewhere = withHooks(agentOn(model, { tools }), createHooks());
      const state = await RunState.fromString(elsewhere, texts.at(-1)!);
      state.approve(state.getInterruptions()[0]!);
      expect((await runner.run(elsewhere, state)).finalOutput).toBe('Done.');
      const read = JSON.stringify(model.asked.map(({ input }) => input));
      expect(read).toContain('Pay them.');
      expect(read).not.toContain('4z42');
    },
  );

  test('keeps its input as it was where hooks say nothing', async () => {
    const model = new MemoryModel([calls('refund')], 'Done.');
    const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
    const told = [user('Pay 4z42.')];
    const run = async (hooked: boolean): Promise<unknown> => {
      const agent = agentOn(model, { tools });
      const hooks = createHooks();
      hooks.addHook('onUserMessage', () => undefined);
      return (await runner.run(hooked ? withHooks(agent, hooks) : agent, told)).input;
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test('of a denied message does not hold it as a text', async () => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', () => deny('no cards'), { name: 'guard' });
    const agent = withHooks(agentOn(new MemoryModel('Hi.')), hooks);
    const { state } = await runner.run(agent, 'Pay 4z42.');
    expect(state.toString()).not.toContain('4z42');
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
