import { tool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { ask, createHooks, deny } from '@interpose/core';

import { agentOn, modes, openTool, runIn, runner } from '../../test/app.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const noRefunds = () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard', tool: 'refund' });
  return hooks;
};

describe('a tool call', () => {
  test.each(modes)('has its arguments checked once, and gets a signal (%s)', async (mode) => {
    let checks = 0;
    let signal: unknown;
    const amount = z.number().refine(() => ++checks > 0);
    const refund = tool({
      name: 'refund',
      description: 'Pays money back.',
      parameters: z.object({ amount }),
      execute(_input, _context, details) {
        ({ signal } = details ?? {});
        return 'paid';
      },
    });
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const model = new MemoryModel([calls('refund', { amount: 5 })], 'Done.');
    await runIn(mode, withHooks(agentOn(model, { tools: [refund] }), hooks), 'Pay me.');
    expect([checks, signal instanceof AbortSignal]).toEqual([1, true]);
  });

  test('of a tool that was stripped from the request does not run, although the SDK would run it', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', ({ component }) =>
      component.name === 'refund' ? deny('unreviewed') : undefined,
    );
    let paid = 0;
    const model = new MemoryModel([calls('refund')], 'Done.');
    const tools = [openTool('refund', () => void paid++)];
    await runner.run(withHooks(agentOn(model, { tools }), hooks), 'Pay me.');
    expect([model.asked[0]?.tools, paid]).toEqual([[], 0]);
    expect(readOf(model, 'call_refund')).toContain('unknown');
  });

  test.each(modes)(
    'that is denied is no final answer where the SDK stops on tools (%s)',
    async (mode) => {
      const model = new MemoryModel([calls('refund')], 'I cannot pay.');
      const tools = [openTool('refund', () => 'paid')];
      const agent = agentOn(model, { tools, toolUseBehavior: 'stop_on_first_tool' });
      const result = await runIn(mode, withHooks(agent, noRefunds()), 'Pay me.');
      expect(result.finalOutput).toBe('I cannot pay.');
      expect(readOf(model, 'call_refund')).toContain('Blocked by guard: ask a person');
    },
  );

  test('with arguments that are no JSON interrupts nobody, although a policy asks about such calls', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'));
    const causes: string[] = [];
    hooks.observe('onToolCallError', ({ cause }) => void causes.push(cause));
    const model = new MemoryModel([calls('refund', '{"euros": ')], 'Sorry.');
    const agent = agentOn(model, { tools: [openTool('refund', () => 'paid')] });
    const result = await runner.run(withHooks(agent, hooks), 'Pay me.');
    expect([result.interruptions, result.finalOutput, causes]).toEqual([[], 'Sorry.', ['invalid']]);
  });

  test('waits for its approver outside of its own time limit', async () => {
    const hooks = createHooks({
      approver: async () => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return { approved: true };
      },
    });
    hooks.addHook('preToolCall', () => ask('a person decides'));
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = agentOn(model, { tools: [openTool('refund', () => 'paid', { timeoutMs: 20 })] });
    await runner.run(withHooks(agent, hooks), 'Pay me.');
    expect(readOf(model, 'call_refund')).toContain('paid');
  });

  test('that is late itself is told as an error with the text the model reads', async () => {
    const hooks = createHooks();
    const errors: string[] = [];
    hooks.observe('onToolCallError', ({ error, cause }) => void errors.push(error.message, cause));
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('paid'), 60));
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = agentOn(model, { tools: [openTool('refund', slow, { timeoutMs: 10 })] });
    await runner.run(withHooks(agent, hooks), 'Pay me.');
    expect(errors).toEqual(["Tool 'refund' timed out after 10ms.", 'timeout']);
  });

  test('that fails beside another is the only one told as failed', async () => {
    const hooks = createHooks();
    const heard: string[] = [];
    hooks.observe(
      'onToolCallError',
      ({ call, error }) => void heard.push(`${call.name}: ${error.message}`),
    );
    hooks.observe('onToolCallResult', ({ call }) => void heard.push(`${call.name} done`));
    const works = openTool('works', async () => {
      await expect.poll(() => heard).toHaveLength(2);
      return 'fine';
    });
    const breaks = openTool('breaks', () => {
      throw new Error('disk full');
    });
    const own = openTool(
      'own',
      () => {
        throw new Error('disk full');
      },
      { errorFunction: () => 'try later' },
    );
    const model = new MemoryModel([calls('works'), calls('breaks'), calls('own')], 'Done.');
    await runner.run(withHooks(agentOn(model, { tools: [works, breaks, own] }), hooks), 'Go.');
    await hooks.flush();
    expect(heard.toSorted()).toEqual([
      'breaks: An error occurred while running the tool. Please try again.',
      'own: try later',
      'works done',
    ]);
  });

  test('whose tool has no errorFunction fails the run with the very error of the tool', async () => {
    const error = new Error('disk full');
    const refund = openTool(
      'refund',
      () => {
        throw error;
      },
      { errorFunction: null },
    );
    const agent = withHooks(
      agentOn(new MemoryModel([calls('refund')]), { tools: [refund] }),
      createHooks(),
    );
    await expect(runner.run(agent, 'Pay me.')).rejects.toMatchObject({ error });
  });

  test('with a supplied object as result leaves a state that can be kept as text', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ result: { paid: 0 } }));
    const model = new MemoryModel([calls('refund')], 'Done.');
    const agent = withHooks(agentOn(model, { tools: [openTool('refund', () => 'paid')] }), hooks);
    const result = await runner.run(agent, 'Pay me.');
    expect(readOf(model, 'call_refund')).toContain('{\\"paid\\":0}');
    expect(result.state.toString()).toContain('paid');
  });

  test('with changed arguments stays in the history as the model wrote it', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: 1 } } }));
    const seen: unknown[] = [];
    const model = new MemoryModel([calls('refund', { euros: 5000 })], 'Done.');
    const agent = agentOn(model, { tools: [openTool('refund', (args) => void seen.push(args))] });
    const result = await runner.run(withHooks(agent, hooks), 'Pay me.');
    expect(seen).toEqual([{ euros: 1 }]);
    expect(JSON.stringify(result.history)).toContain('5000');
  });

  test("that the app's own needsApproval stops still waits for a person", async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const refund = openTool('refund', () => 'paid', { needsApproval: async () => true });
    const agent = withHooks(
      agentOn(new MemoryModel([calls('refund')], 'Done.'), { tools: [refund] }),
      hooks,
    );
    const endings: string[] = [];
    hooks.observe('onChatDone', ({ reason }) => void endings.push(reason));
    const result = await runner.run(agent, 'Pay me.');
    await hooks.flush();
    expect([result.interruptions.length, endings]).toEqual([1, ['suspended']]);
  });

  test('outside of any run is a chat of its own', async () => {
    const hooks = noRefunds();
    const agent = withHooks(
      agentOn(new MemoryModel(), { tools: [openTool('refund', () => 'paid')] }),
      hooks,
    );
    const [refund] = await agent.getAllTools({ context: undefined } as never);
    const invoke = (refund as ReturnType<typeof openTool>).invoke;
    expect(await invoke({ context: undefined } as never, '{}')).toBe(
      'Blocked by guard: ask a person',
    );
  });
});
