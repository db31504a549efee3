import { Agent, RunState, tool, type MCPServer } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { ask, createHooks, deny } from '@interpose/core';

import { agentOn, modes, runIn, runner } from '../../test/app.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

/** Makes an MCP server in memory with one tool. */
function serverNoting(called: unknown[]): MCPServer {
  const server = {
    name: 'files',
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => [
      {
        name: 'delete_file',
        description: 'Deletes.',
        inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: true },
      },
    ],
    callTool: async (name: string, args: unknown) => {
      called.push([name, args]);
      return [{ type: 'text', text: 'deleted' }];
    },
  };
  return server as object as MCPServer;
}

describe('a tool of an MCP server', () => {
  test.each(modes)('is guarded like any other, and known as what it is (%s)', async (mode) => {
    const hooks = createHooks();
    const origins: string[] = [];
    hooks.addHook(
      'preToolCall',
      ({ tool: facts }) => {
        origins.push(facts.origin);
        return deny('read only');
      },
      { name: 'guard' },
    );
    const called: unknown[] = [];
    const model = new MemoryModel([calls('delete_file', { path: 'a' })], 'Done.');
    const agent = withHooks(agentOn(model, { mcpServers: [serverNoting(called)] }), hooks);
    await runIn(mode, agent, 'Go.');
    expect([called, origins]).toEqual([[], ['mcp']]);
    expect(readOf(model, 'call_delete_file')).toContain('Blocked by guard: read only');
  });

  test('keeps the server that a person approved: a state kept by a hooked run resumes in one that is not, and back', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'));
    const called: unknown[] = [];
    const session = { id: 'thread-1' };
    const turns = () => new MemoryModel([calls('delete_file', { path: 'a' })], 'Done.');
    const model = turns();
    const make = () => agentOn(model, { mcpServers: [serverNoting(called)] });
    const asked = await runner.run(withHooks(make(), hooks, { session }), 'Go.');
    const text = asked.state.toString();
    expect(text).toContain('"serverName":"files"');
    const later = make();
    const state = await RunState.fromString(later, text);
    state.approve(state.getInterruptions()[0]!);
    const result = await runner.run(later, state);
    expect([result.finalOutput, called]).toEqual(['Done.', [['delete_file', { path: 'a' }]]]);
  });
});

test("the app's own needsApproval gets the arguments as the tool's schema reads them", async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  const seen: unknown[] = [];
  const add = tool({
    name: 'add',
    description: 'Adds.',
    parameters: z.object({ a: z.coerce.number() }),
    execute: ({ a }) => a + 1,
    async needsApproval(_context, args) {
      seen.push(args);
      return false;
    },
  });
  const model = new MemoryModel([calls('add', { a: '7' })], 'Done.');
  await runner.run(withHooks(agentOn(model, { tools: [add] }), hooks), 'Go.');
  expect([seen, readOf(model, 'call_add')]).toEqual([[{ a: 7 }], expect.stringContaining('8')]);
});

test('a call that waits inside of an agent as tool interrupts the outer run, and goes on from there', async () => {
  const hooks = createHooks();
  const session = { id: 'thread-2' };
  hooks.addHook('preToolCall', () => ask('a person decides'), { tool: 'refund' });
  let paid = 0;
  const refund = tool({
    name: 'refund',
    description: 'Pays.',
    parameters: z.object({}),
    execute: () => void paid++,
  });
  const desk = new Agent({
    name: 'desk',
    model: new MemoryModel([calls('refund')], 'Paid.'),
    tools: [refund],
  });
  const model = new MemoryModel([calls('desk', { input: 'pay' })], 'Done.');
  const asTool = desk.asTool({ toolName: 'desk', toolDescription: 'Asks the desk.' });
  const agent = withHooks(agentOn(model, { tools: [asTool] }), hooks, { session });
  const asked = await runner.run(agent, 'Pay me.');
  expect([asked.interruptions.length, paid]).toEqual([1, 0]);
  asked.state.approve(asked.interruptions[0]!);
  const result = await runner.run(agent, asked.state);
  expect([result.finalOutput, paid]).toEqual(['Done.', 1]);
});
