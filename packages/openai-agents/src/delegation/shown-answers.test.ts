import { describe, expect, test } from 'vitest';

import { createHooks, type Hooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const tool = { toolName: 'ask_billing', toolDescription: 'Asks billing.' };
const turn = [calls('ask_billing', { input: 'Pay.' })];

describe.each(sdkVersions)('an agent inside of a tool ($version)', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });

  /** Asks an agent that answers "Card 4z42." as a tool, and returns all that the app was shown of the answer. */
  async function shownBy(hooks: Hooks): Promise<{ shown: string; read: string }> {
    const shown: unknown[] = [];
    const billing = new sdk.Agent({ name: 'billing', model: new MemoryModel('Card 4z42.') });
    const asking = billing.asTool({
      ...tool,
      onStream: ({ event }) => void shown.push('data' in event ? event.data : event.type),
      customOutputExtractor: ({ finalOutput }) => String(shown[shown.push(finalOutput) - 1]),
    });
    const model = new MemoryModel(turn, 'Done.');
    const agent = new sdk.Agent({
      name: 'shop',
      model,
      tools: [asking],
      toolUseBehavior: (_, [result]) => {
        if (result !== undefined && 'agentRunResult' in result)
          shown.push(`run: ${String(result.agentRunResult?.finalOutput)}`);
        return { isFinalOutput: false, isInterrupted: undefined };
      },
    });
    await runner.run(withHooks(agent, hooks), 'Pay.');
    return { shown: JSON.stringify(shown), read: readOf(model, 'call_ask_billing') };
  }

  test('shows an answer that hooks changed to no listener of the app', async () => {
    const hooks = createHooks();
    hooks.addHook('onDelegateResult', () => ({ result: 'Card ****.' }));
    const { shown, read } = await shownBy(hooks);
    expect(read).toContain('Card ****.');
    expect(shown).not.toContain('4z42');
  });

  test('that a tool of the app runs shows it no answer that hooks changed', async () => {
    const hooks = createHooks();
    hooks.addHook('onDelegateResult', () => ({ result: 'Card ****.' }));
    const asked = new MemoryModel('Card 4z42.', 'Paid.');
    const billing = new sdk.Agent({ name: 'billing', model: asked });
    const ask = async (text: unknown): Promise<unknown> =>
      (await runner.run(billing, String(text))).finalOutput;
    const asking = openTool('ask_billing', async () => ask(await ask('Which card?')));
    const model = new MemoryModel(turn, 'Done.');
    await runner.run(
      withHooks(new sdk.Agent({ name: 'shop', model, tools: [asking] }), hooks),
      'Pay.',
    );
    expect(JSON.stringify(asked.asked.map(({ input }) => input))).not.toContain('4z42');
    expect(readOf(model, 'call_ask_billing')).toContain('Card ****.');
  });

  test('shows its run to a judge of results only where hooks left the result alone', async () => {
    const silent = createHooks();
    silent.addHook('onToolCallResult', () => undefined);
    const changing = createHooks();
    changing.addHook('onToolCallResult', () => ({ result: 'Card ****.' }));
    const all = [await shownBy(silent), await shownBy(changing)];
    expect(all.map(({ shown }) => shown.includes('run: Card 4z42.'))).toEqual([true, false]);
  });

  test.each([
    ['as before', 'Done.', 1],
    ['in other words, which it cannot be', 'Blocked', 0],
  ])('that goes on shows hooks what it was asked, %s', async (how, told, paid) => {
    const asked: unknown[] = [];
    const hooks = createHooks();
    hooks.addHook('preDelegate', ({ task }) => {
      const isOther = how !== 'as before' && asked.length > 0;
      asked.push(task.input);
      return isOther ? { task: { ...task, input: 'Pay more.' } } : undefined;
    });
    let ran = 0;
    const refund = openTool('refund', () => void ran++, { needsApproval: true });
    const inner = new MemoryModel([calls('refund')], 'Done.');
    const billing = new sdk.Agent({ name: 'billing', model: inner, tools: [refund] });
    const model = new MemoryModel(turn, 'Done.');
    const agent = new sdk.Agent({ name: 'shop', model, tools: [billing.asTool(tool)] });
    const { state } = await runner.run(withHooks(agent, hooks), 'Pay.');
    state.approve(state.getInterruptions()[0]!);
    await runner.run(agent, state);
    expect([asked, ran]).toEqual([['Pay.', 'Pay.'], paid]);
    expect(readOf(model, 'call_ask_billing')).toContain(told);
  });
});
