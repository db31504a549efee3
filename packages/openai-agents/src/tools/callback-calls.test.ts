import type { Agent, FunctionTool, RunContext } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { z } from 'zod';

import { denyingFive } from '../../test/app.ts';
import { calls, MemoryModel, type Item } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Calls the tool "refund" of this agent, as the agent hands it out inside of a run. */
async function callOf(agent: Agent, context: unknown, euros: number): Promise<string> {
  const tools = await agent.getAllTools(context as RunContext);
  const refund = tools.find(({ name }) => name === 'refund') as FunctionTool;
  return String(await refund.invoke(context as RunContext, JSON.stringify({ euros })));
}

describe.each(sdkVersions)('a tool that a callback of a run calls, SDK $version', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });

  /** Makes an agent with one tool, and a list of the tool's calls. */
  const shop = (...turns: readonly Item[][]) => {
    const ran: unknown[] = [];
    const refund = sdk.tool({
      name: 'refund',
      description: '',
      parameters: z.object({ euros: z.coerce.number() }),
      execute: ({ euros }) => void ran.push(euros),
    });
    const model = new MemoryModel(...turns, 'Done.');
    return { agent: new sdk.Agent({ name: 'shop', model, tools: [refund] }), ran };
  };

  test.each([false, true])('passes its gate in instructions (streamed: %s)', async (stream) => {
    const [{ hooks, asked }, { agent, ran }] = [
      denyingFive(),
      shop([calls('refund', { euros: 6 })]),
    ];
    agent.instructions = (context) => callOf(agent, context, 5);
    const result = await runner.run(withHooks(agent, hooks), 'Go.', { stream } as object);
    await (result as { readonly completed?: Promise<void> }).completed;
    expect([asked, ran]).toEqual([[5, 6, 5], [6]]);
  });

  test.each([false, true])('passes its gate in toolUseBehavior (judged: %s)', async (isJudged) => {
    const [{ hooks, asked }, { agent, ran }] = [
      denyingFive(),
      shop([calls('refund', { euros: 6 })]),
    ];
    if (isJudged) hooks.addHook('onAgentResponse', () => undefined);
    const said: string[] = [];
    agent.toolUseBehavior = async (context) => {
      said.push(await callOf(agent, context, 5));
      return { isFinalOutput: false, isInterrupted: undefined };
    };
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect([asked, ran]).toEqual([[6, 5], [6]]);
    expect(said).toEqual([expect.stringContaining('not now')]);
  });

  test('passes its gate where a later turn asks whether a tool is enabled', async () => {
    const [{ hooks, asked }, { agent, ran }] = [
      denyingFive(),
      shop([calls('refund', { euros: 6 })]),
    ];
    const [refund] = agent.tools;
    const look = sdk.tool({
      name: 'look',
      description: '',
      parameters: z.object({}),
      execute: () => 'seen',
      isEnabled: async ({ runContext }) => {
        const { tools } = agent;
        agent.tools = [refund!];
        await callOf(agent, runContext, 5);
        agent.tools = tools;
        return true;
      },
    });
    agent.tools = [refund!, look];
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect([asked, ran]).toEqual([[5, 6, 5], [6]]);
  });

  test("passes its gate in the app's own approval policy", async () => {
    const [{ hooks, asked }, { agent, ran }] = [
      denyingFive(),
      shop([calls('refund', { euros: 6 })]),
    ];
    const [refund] = agent.tools as FunctionTool[];
    refund!.needsApproval = async (context) => (await callOf(agent, context, 5)) === '';
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect([asked, ran]).toEqual([[6, 5], [6]]);
  });

  test('is no turn of the run: the tools of the agent whose turn it is stay known', async () => {
    const [{ hooks, asked }, { agent, ran }] = [
      denyingFive(),
      shop([calls('refund', { euros: 6 })]),
    ];
    const unknown: unknown[] = [];
    hooks.observe('onToolCallError', ({ cause }) => void unknown.push(cause));
    const other = new sdk.Agent({ name: 'desk' });
    agent.instructions = async (context) => `${(await other.getAllTools(context)).length} tools`;
    withHooks(other, hooks);
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect([asked, ran, unknown]).toEqual([[6], [6], []]);
  });

  test('leaves the SDK what it knows of the tool: its schema is read once, before a person is asked', async () => {
    const { hooks, asked } = denyingFive();
    const read: unknown[] = [];
    const seen: unknown[] = [];
    const euros = z.coerce.number().refine((value) => read.push(value) > 0);
    const refund = sdk.tool({
      name: 'refund',
      description: '',
      parameters: z.object({ euros }),
      needsApproval: async (_context, args) => (seen.push(args), true),
      execute: () => 'paid',
    });
    const runWith = async (isHooked: boolean): Promise<readonly unknown[]> => {
      read.length = seen.length = 0;
      const model = new MemoryModel([calls('refund', { euros: '6' })], 'Done.');
      const agent = new sdk.Agent({ name: 'shop', model, tools: [refund] });
      if (isHooked) withHooks(agent, hooks);
      const { state, interruptions } = await runner.run(agent, 'Go.');
      state.approve(interruptions[0]!);
      const { finalOutput } = await runner.run(agent, state);
      return [[...read], [...seen], finalOutput];
    };
    expect(await runWith(true)).toEqual(await runWith(false));
    expect(asked).not.toEqual([]);
  });
});
