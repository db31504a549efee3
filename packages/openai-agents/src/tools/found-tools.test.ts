import type { Tool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel, search } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const hookings = [
  ['without hooks', 'c1', false, false],
  ['with hooks', 'c1', true, false],
  ['with hooks, a call id used again', 'c2', true, false],
  ['without hooks, that tool found in its turn', 'c1', false, true],
  ['with hooks, that tool found in its turn', 'c1', true, true],
] as const;

describe.each(sdkVersions)('an agent that a search of the app found ($version)', ({ sdk }) => {
  /** Makes a tool search of the app that finds this tool. */
  const finding = (tool: object): Tool => {
    const providerData = { type: 'tool_search', execution: 'client', parameters: {} };
    const hosted = { type: 'hosted_tool', name: 'tool_search', providerData } as never;
    Object.assign(tool, { deferLoading: true });
    return sdk.attachClientToolSearchExecutor(hosted, async () => tool as never) as Tool;
  };

  test.each(hookings)('goes on where its own tool waited (%s)', async (...given) => {
    const [, callId, isHooked, isFound] = given;
    const pay = openTool('pay', () => 'paid', { needsApproval: true });
    const turns = [...(isFound ? [[search]] : []), [calls('pay', {}, 'c2')], 'It is paid.'];
    const tools = [isFound ? finding(pay) : pay];
    const desk = new sdk.Agent({ name: 'desk', model: new MemoryModel(...turns), tools });
    const model = new MemoryModel([search], [calls('desk', { input: 'Pay.' }, callId)], 'Ok.');
    const searching = finding(desk.asTool({ toolName: 'desk', toolDescription: 'Pays.' }));
    const other = desk.asTool({ toolName: 'other', toolDescription: 'Asks the same agent.' });
    const agent = new sdk.Agent({ name: 'shop', model, tools: [searching, other] });
    if (isHooked) withHooks(agent, createHooks());
    const runner = new sdk.Runner({ tracingDisabled: true });
    const { state, interruptions } = await runner.run(agent, 'Pay.');
    expect(interruptions.map(({ name }) => name)).toEqual(['pay']);
    const kept = await sdk.RunState.fromString(agent, state.toString());
    for (const interruption of kept.getInterruptions()) kept.approve(interruption);
    expect((await runner.run(agent, kept)).finalOutput).toBe('Ok.');
  });
});
