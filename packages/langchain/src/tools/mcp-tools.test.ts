import { loadMcpTools } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { withHooks as hookTransport } from '@interpose/mcp';
import { createHooks, deny, type Tool } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Go.' }] };

/** A server with a tool that lists files and one that wipes them, and the names of the tools that it ran. */
async function shop(): Promise<{ readonly transport: InMemoryTransport; readonly ran: string[] }> {
  const ran: string[] = [];
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const register = (name: string, annotations: object): void => {
    const described = {
      description: name,
      inputSchema: { all: z.boolean().optional() },
      annotations,
    };
    server.registerTool(name, described, async () => {
      ran.push(name);
      return { content: [{ type: 'text', text: `${name} done` }] };
    });
  };
  register('wipe', { destructiveHint: true });
  register('list', { readOnlyHint: true });
  const [transport, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  return { transport, ran };
}

describe('the tools of an MCP server', () => {
  test('carry the annotations of their server to the hooks, and are gated by them', async () => {
    const { transport, ran } = await shop();
    const hooks = createHooks();
    const seen: Tool[] = [];
    hooks.addHook(
      'preToolCall',
      ({ tool }) => {
        seen.push(tool);
        return tool.annotations?.destructiveHint === true ? deny('destructive') : undefined;
      },
      { name: 'guard' },
    );
    const client = new Client({ name: 'app', version: '1.0.0' });
    await client.connect(transport);
    const tools = await loadMcpTools('shop', client);
    const { model } = await scriptedChatModel([
      calls(['wipe', { all: true }], ['list']),
      says('Done.'),
    ]);
    const agent = withHooks(createAgent, hooks)({ model, tools: tools as never });
    const { messages } = await agent.invoke(question);
    await client.close();
    expect(ran).toEqual(['list']);
    expect(seen.map(({ name, origin }) => [name, origin])).toEqual([
      ['wipe', 'mcp'],
      ['list', 'mcp'],
    ]);
    expect(messages.find(({ name }) => name === 'wipe')?.text).toBe(
      'Blocked by guard: destructive',
    );
  });

  test('send their messages past the same hooks, in the chat of the call', async () => {
    const { transport } = await shop();
    const hooks = createHooks();
    const sent: [method: unknown, chat: string | undefined][] = [];
    hooks.addHook(
      'preMcpMessage',
      ({ message, chatId }) => void sent.push([message['method'], chatId]),
    );
    let chat: string | undefined;
    hooks.observe('onChatStart', ({ chatId }) => void (chat = chatId));
    const client = new Client({ name: 'app', version: '1.0.0' });
    await client.connect(hookTransport(transport, hooks, { server: 'shop' }));
    const tools = await loadMcpTools('shop', client);
    const { model } = await scriptedChatModel([calls(['list']), says('Done.')]);
    await withHooks(createAgent, hooks)({ model, tools: tools as never }).invoke(question);
    await client.close();
    expect(sent.at(-1)).toEqual(['tools/call', chat]);
  });
});
