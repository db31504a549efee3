import { MemorySession, RunState, toolNamespace } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, mapText } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** A session whose second write fails. */
class FullSession extends MemorySession {
  #writes = 0;

  override addItems(...given: Parameters<MemorySession['addItems']>): Promise<void> {
    if (++this.#writes === 2) return Promise.reject(new Error('disk full'));
    return super.addItems(...given);
  }
}

const behaviours = [
  'stop_on_first_tool',
  { stopAtToolNames: ['refund'] },
  () => ({ isFinalOutput: true, isInterrupted: undefined, finalOutput: 'paid' }),
] as const;

describe('an agent that stops on its tools', () => {
  test.each(behaviours)('goes on after an approval under a hook on answers, %s', async (stop) => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => undefined);
    const refund = openTool('refund', () => 'paid', { needsApproval: true });
    const model = new MemoryModel([calls('refund')]);
    const agent = agentOn(model, {
      tools: [refund],
      toolUseBehavior: stop as 'stop_on_first_tool',
    });
    const session = new FullSession();
    const { state } = await runner.run(withHooks(agent, hooks), 'Pay.', { session });
    state.approve(state.getInterruptions()[0]!);
    await expect(runner.run(agent, state, { session })).rejects.toThrow('disk full');
    // The next run of the same state writes what is not written yet.
    expect((await runner.run(agent, state, { session })).finalOutput).toBe('paid');
  });

  test('goes on after an approval, with a session and from a text', async () => {
    const session = new MemorySession();
    const make = (model: MemoryModel) => {
      const tools = [openTool('refund', () => 'paid', { needsApproval: true })];
      const agent = agentOn(model, { tools, toolUseBehavior: 'stop_on_first_tool' });
      return withHooks(agent, createHooks());
    };
    const asked = await runner.run(make(new MemoryModel([calls('refund')])), 'Pay.', { session });
    const later = make(new MemoryModel());
    const state = await RunState.fromString(later, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    const result = await runner.run(later, state, { session });
    expect(result.finalOutput).toBe('paid');
  });

  test('is refused by the SDK where it knows no such behaviour, under a hook on answers', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => undefined);
    const model = new MemoryModel([calls('refund')]);
    const rest = {
      tools: [openTool('refund', () => 'paid')],
      toolUseBehavior: 'sometimes' as never,
    };
    const running = runner.run(withHooks(agentOn(model, rest), hooks), 'Pay.');
    await expect(running).rejects.toThrow('Invalid toolUseBehavior: sometimes');
  });

  test('has the behaviour that the app gave it, also inside of a run', async () => {
    const behaviour = { stopAtToolNames: ['lookup'] };
    const seen: unknown[] = [];
    const lookup = openTool('lookup', () => void seen.push(agent.toolUseBehavior));
    const model = new MemoryModel([calls('lookup')]);
    const agent = agentOn(model, { tools: [lookup], toolUseBehavior: behaviour });
    await runner.run(withHooks(agent, createHooks()), 'Look.');
    expect([seen[0] === behaviour, agent.toolUseBehavior === behaviour]).toEqual([true, true]);
  });

  test('stops at a name with its namespace, past a hook that changes the answer', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', ({ message }) => ({
      message: mapText(message, (text) => `judged: ${text}`),
    }));
    const lookup = openTool('lookup', () => 'a customer');
    const tools = toolNamespace({ name: 'crm', description: 'Customers.', tools: [lookup] });
    const call = { ...calls('lookup'), namespace: 'crm' } as ReturnType<typeof calls>;
    const agent = agentOn(new MemoryModel([call], 'Went on.'), {
      tools: [...tools],
      toolUseBehavior: { stopAtToolNames: ['crm.lookup'] },
    });
    const result = await runner.run(withHooks(agent, hooks), 'Look.');
    expect(result.finalOutput).toBe('judged: a customer');
  });
});
