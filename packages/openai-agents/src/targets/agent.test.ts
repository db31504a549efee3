import { expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

test.each(sdkVersions)('a hooked agent shows its prompt to an app ($version)', async ({ sdk }) => {
  const model = new MemoryModel('Hello.');
  const agent = withHooks(
    new sdk.Agent({ name: 'shop', instructions: 'Help.', model }),
    createHooks(),
  );
  expect(await (agent.getSystemPrompt as () => Promise<unknown>)()).toBe('Help.');
});

const unknownTools = (execute?: () => string) =>
  [{ type: 'mystery', name: 'box', ...(execute === undefined ? {} : { execute }) }] as never;

test('a tool of an unknown kind that can do nothing passes', async () => {
  const model = new MemoryModel('Hello.');
  const agent = withHooks(agentOn(model, { tools: unknownTools() }), createHooks());
  expect((await agent.getAllTools({} as never)).length).toBe(1);
});

test('a tool of an unknown kind that could run is refused by its name', async () => {
  const model = new MemoryModel('Hello.');
  const agent = withHooks(agentOn(model, { tools: unknownTools(() => 'open') }), createHooks());
  await expect(runner.run(agent, 'Hello.')).rejects.toThrow(/\[tool_unhooked\].*"box"/);
});

test('a tool of an unknown kind is refused at once where everything has to be enforced', () => {
  const agent = agentOn(new MemoryModel(), { tools: unknownTools() });
  expect(() => withHooks(agent, createHooks(), { require: 'enforced' })).toThrow(
    /\[not_enforced\].*tool of an unknown kind box/,
  );
});

test.each(sdkVersions)('a frozen agent is refused with what to do ($version)', ({ sdk }) => {
  const agent = Object.freeze(new sdk.Agent({ name: 'shop' }));
  expect(() => withHooks(agent, createHooks())).toThrow(
    /\[target_frozen\].*hook it before you freeze it/,
  );
});

test('an agent that was frozen after it was hooked passes its hooks', async () => {
  const hooks = createHooks();
  let asked = 0;
  hooks.addHook('preRequest', () => void (asked += 1));
  const agent = withHooks(agentOn(new MemoryModel('Hello.')), hooks);
  Object.freeze(agent);
  expect((await runner.run(withHooks(agent, hooks), 'Hello.')).finalOutput).toBe('Hello.');
  expect(asked).toBe(1);
});

test.each(sdkVersions)(
  'listeners hear of the tool that the app gave ($version)',
  async ({ sdk }) => {
    const look = openTool('look', () => 'nothing');
    const model = new MemoryModel([calls('look')], 'Done.');
    const agent = withHooks(new sdk.Agent({ name: 'shop', model, tools: [look] }), createHooks());
    const own = new sdk.Runner({ tracingDisabled: true });
    const heard: unknown[] = [];
    agent.on('agent_tool_start', (_context, heardOf) => heard.push(heardOf));
    agent.on('agent_tool_end', (_context, heardOf) => heard.push(heardOf));
    own.on('agent_tool_start', (_context, _agent, heardOf) => heard.push(heardOf));
    await own.run(agent, 'Look.');
    expect(heard.map((each) => each === look)).toEqual([true, true, true]);
  },
);
