import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const thrown = { text: 'no money', nothing: undefined, zero: 0 };

describe.each(Object.entries(thrown))('a tool that throws %s and not an error', (_name, value) => {
  test.each(modes)('ends the run where it has no errorFunction (%s)', async (mode) => {
    const pay = openTool('pay', () => Promise.reject(value), { errorFunction: null });
    const model = new MemoryModel([calls('pay')], 'Done.');
    const agent = withHooks(agentOn(model, { tools: [pay] }), createHooks());
    await expect(runIn(mode, agent, 'Pay.')).rejects.toMatchObject({
      name: 'ToolCallError',
      error: value,
    });
  });
});
