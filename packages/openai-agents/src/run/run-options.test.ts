import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

describe('what an app answers when a run has taken too many turns', () => {
  test.each(modes)('passes onAgentResponse (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => ({
      message: { role: 'assistant', content: [{ type: 'text', text: '[judged]' }] },
    }));
    const tools = [openTool('look', () => 'nothing')];
    const agent = withHooks(agentOn(new MemoryModel([calls('look')]), { tools }), hooks);
    const errorHandlers = { maxTurns: () => ({ finalOutput: 'My SSN is 123-45-6789.' }) };
    const result = await runIn(mode, agent, 'Look.', { maxTurns: 1, errorHandlers });
    expect(result.finalOutput).toBe('[judged]');
    expect(JSON.stringify(result.events)).not.toContain('123-45-6789');
  });
});
