import { attachClientToolSearchExecutor, RunState, type HostedTool } from '@openai/agents-core';
import { describe, expect, test, vi } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const asked = { toolName: 'ask_billing', toolDescription: 'Asks billing.' };

describe.each([
  ['without hooks', false],
  ['with hooks', true],
] as const)('a tool that asks an agent (%s)', (_name, isHooked) => {
  const hook = (agent: ReturnType<typeof agentOn>) =>
    isHooked ? withHooks(agent, createHooks()) : agent;

  test('is refused before anything runs where the settings of that agent are invalid', async () => {
    const billing = agentOn(new MemoryModel('Paid.'), { modelSettings: { timeoutMs: -1 } });
    const noted: string[] = [];
    const note = openTool('note', () => void noted.push('ran'));
    const turn = [calls('note', {}, 'c1'), calls('ask_billing', { input: 'Pay.' }, 'c2')];
    const agent = hook(
      agentOn(new MemoryModel(turn, 'Done.'), { tools: [note, billing.asTool(asked)] }),
    );
    await expect(runner.run(agent, 'Pay.')).rejects.toThrow(/timeoutMs/);
    expect(noted).toEqual([]);
  });

  test('and was found by a search of the app keeps its nested approval in a text', async () => {
    const make = (outer: MemoryModel, inner: MemoryModel) => {
      const refund = openTool('refund', () => 'paid', { needsApproval: true });
      const billing = agentOn(inner, { name: 'billing', tools: [refund] });
      const search = { type: 'hosted_tool', name: 'tool_search' } as HostedTool;
      search.providerData = { type: 'tool_search', execution: 'client' };
      const found = billing.asTool(asked);
      attachClientToolSearchExecutor(search, () => [found]);
      return hook(agentOn(outer, { tools: [search] }));
    };
    const searching = {
      type: 'tool_search_call',
      id: 'ts_1',
      call_id: 'ts_1',
      execution: 'client',
      status: 'completed',
      arguments: { paths: ['ask_billing'] },
    } as never;
    const turns = [[searching], [calls('ask_billing', { input: 'Pay.' }, 'c2')], 'Done.'] as const;
    const first = make(
      new MemoryModel(...(turns as never as [])),
      new MemoryModel([calls('refund', {}, 'c3')], 'Paid.'),
    );
    const waiting = await runner.run(first, 'Pay.');
    expect(waiting.interruptions.map(({ name }) => name)).toEqual(['refund']);
    const second = make(new MemoryModel('Done.'), new MemoryModel('Paid.'));
    const state = await RunState.fromString(second, waiting.state.toString());
    expect(state.getInterruptions().map(({ name }) => name)).toEqual(['refund']);
  });
});

test('an agent that waits for an approval inside of a tool is not asked for its answer', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refund = openTool('refund', () => 'paid', { needsApproval: true });
  const billing = agentOn(new MemoryModel([calls('refund')]), { name: 'billing', tools: [refund] });
  const hooks = createHooks();
  hooks.observe('onDelegateResult', () => undefined);
  const model = new MemoryModel([calls('ask_billing', { input: 'Pay.' })]);
  const agent = withHooks(agentOn(model, { tools: [billing.asTool(asked)] }), hooks);
  expect((await runner.run(agent, 'Pay.')).interruptions).toHaveLength(1);
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
});
