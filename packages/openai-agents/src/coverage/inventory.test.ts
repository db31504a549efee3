import { Agent, handoff } from '@openai/agents-core';
import { createHooks } from '@interpose/core';
import { declaredInventory } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { agentOn, openTool, runIn } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test('the tools of agents that are handed to are the tools of the app, each once, in a circle too', async () => {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ code }) => void told.push(code));
  for (const tool of ['pay', 'look', 'lok'])
    hooks.addHook('preToolCall', () => undefined, { tool });
  const [pay, look] = [openTool('pay', () => 'paid'), openTool('look', () => 'seen')];
  const archive = new Agent({ name: 'archive', tools: [look, pay] });
  const billing = new Agent({ name: 'billing', tools: [pay], handoffs: [handoff(archive)] });
  const desk = agentOn(new MemoryModel('Hello.'), { tools: [], handoffs: [billing] });
  archive.handoffs = [desk];
  const agent = withHooks(desk, hooks);
  await runIn('plain', agent, 'Hi.');
  await hooks.flush();
  const tools = declaredInventory(agent)!
    .components()
    .filter(({ kind }) => kind === 'tool');
  expect(tools.map(({ name }) => name)).toEqual(['pay', 'look']);
  expect(told).toEqual(['filter_unmatched']);
});
