import { createHooks } from '@interpose/core';
import { MemorySession } from '@openai/agents-core';
import { expect, test } from 'vitest';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { MemoryModel, says, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const hosted = (name: string, rest: object): Item => ({
  type: 'hosted_tool_call',
  id: name,
  name,
  status: 'completed',
  providerData: { type: name, id: name, ...rest },
});
const results = [{ text: 'An excerpt.' }];
const outputs = [{ type: 'logs', logs: '42' }];
const action = { type: 'search', query: 'mugs' };

test.each(modes)(
  'what a tool of the provider did is told, with what it found (%s)',
  async (mode) => {
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.observe('preToolCall', ({ call }) => void told.push(call.args));
    hooks.observe('onToolCallResult', ({ result }) => void told.push(result));
    const model = new MemoryModel([
      hosted('file_search_call', { queries: ['mugs'], results }),
      hosted('code_interpreter_call', { code: 'print(42)', outputs }),
      hosted('web_search_call', { action }),
      says('Done.'),
    ]);
    await runIn(mode, withHooks(agentOn(model), hooks), 'Hi.');
    await hooks.flush();
    expect(told).toEqual([
      { queries: ['mugs'] },
      results,
      { code: 'print(42)' },
      outputs,
      action,
      undefined,
    ]);
  },
);

test.each(modes)(
  'what a tool of the provider found is stored as hooks left it (%s)',
  async (mode) => {
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((entry) =>
        entry.content.includes('excerpt') ? { ...entry, content: 'Withheld.' } : entry,
      ),
    }));
    const session = new MemorySession();
    const found = hosted('file_search_call', { queries: ['mugs'], results });
    const agent = withHooks(agentOn(new MemoryModel([found, says('Done.')])), hooks);
    await runIn(mode, agent, 'Hi.', { session });
    const stored = JSON.stringify(await session.getItems());
    expect(stored).toContain('Withheld.');
    expect(stored).not.toContain('excerpt');
  },
);
