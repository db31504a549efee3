import { createHooks } from '@interpose/core';
import type { Tool } from '@openai/agents-core';
import { expect, test } from 'vitest';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test('a tool that the app changes between two runs is offered and guarded as it is now', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined, { name: 'idle' });
  const refund = openTool('refund', () => 'paid');
  const model = new MemoryModel('One.', [calls('refund')], 'Two.');
  const agent = withHooks(agentOn(model, { tools: [refund as Tool] }), hooks);
  await runner.run(agent, 'Hi');
  const behavior = { type: 'rejectContent', message: 'the limit is reached' } as const;
  Object.assign(refund, {
    description: 'Pays back.',
    inputGuardrails: [{ name: 'limit', type: 'tool_input', run: async () => ({ behavior }) }],
  });
  await runner.run(agent, 'Hi again');
  expect(model.asked[1]?.tools[0]).toMatchObject({ description: 'Pays back.' });
  expect(readOf(model, 'call_refund')).toContain('the limit is reached');
});
