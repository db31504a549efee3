import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import { ask, createHooks, type Hooks, type Tool } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { TOOL } from '../sample-values.ts';
import { suspendCall, suspendingChat } from '../suspended-call.ts';
import { toolStep } from '../tool-step.ts';

const ELSEWHERE: readonly [string, Partial<Tool>][] = [
  ['another kind of origin', { origin: 'mcp' }],
  ['another MCP server', { origin: 'mcp', server: 'other' }],
  ['another scope', { scope: 'billing' }],
  ['another description', { description: 'Deletes everything.' }],
];

function remembering(asked: unknown[]): Hooks {
  const hooks = createHooks({
    approver({ tool }) {
      asked.push(tool);
      return { approved: true };
    },
  });
  hooks.use({
    name: 'p',
    hooks: {
      preToolCall: () => ask('?', { remember: 'session' }),
      preMcpMessage: () => ask('?', { remember: 'session' }),
    },
  });
  return hooks;
}

describe('law 5: an approval holds for the tool it was asked for', () => {
  test.each(ELSEWHERE)('so that it serves no tool of this name of %s', async (_, facts) => {
    const asked: unknown[] = [];
    const chat = await openTestChat(remembering(asked), { session: { id: 's' } });
    const other = { ...TOOL, ...facts };
    for (const tool of [TOOL, { ...TOOL }, other, { ...other }, TOOL])
      await toolCycle(chat, toolStep({ tool }));
    expect(asked).toEqual([TOOL, other]);
  });

  test('so that one for a message to an MCP server serves no other server', async () => {
    const asked: unknown[] = [];
    const chat = await openTestChat(remembering(asked), { session: { id: 's' } });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search' } };
    for (const server of ['docs', 'docs', 'mail'])
      await chat.dispatch('preMcpMessage', { message, server, direction: 'client-to-server' });
    expect(asked).toHaveLength(2);
  });

  test('so that one that was suspended serves no tool of another server', async () => {
    const hooks = createHooks();
    hooks.use({ name: 'p', version: '1', hooks: { preToolCall: () => ask('sure?') } });
    await hooks.resume(await suspendCall(hooks), { approved: true });
    const tool: Tool = { ...TOOL, origin: 'mcp', server: 'other' };
    const chat = await suspendingChat(hooks);
    expect((await toolCycle(chat, toolStep({ tool }))).kind).toBe('suspended');
    expect((await toolCycle(chat, toolStep())).kind).toBe('result');
  });
});
