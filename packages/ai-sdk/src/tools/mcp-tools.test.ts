import { createMCPClient } from '@ai-sdk/mcp';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createHooks, deny, type Tool } from '@interpose/core';
import type { ToolSet } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

async function shopTools(): Promise<{
  readonly tools: ToolSet;
  readonly ran: string[];
  readonly close: () => Promise<void>;
}> {
  const ran: string[] = [];
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool(
    'wipe',
    {
      description: 'Wipes all.',
      inputSchema: { all: z.boolean() },
      annotations: { destructiveHint: true },
    },
    async () => {
      ran.push('wipe');
      return answer('wiped');
    },
  );
  server.registerTool(
    'list',
    { description: 'Lists.', inputSchema: {}, annotations: { readOnlyHint: true } },
    async () => {
      ran.push('list');
      return answer('bread');
    },
  );
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  const client = await createMCPClient({ transport: clientSide, clientName: 'shop' });
  return {
    tools: await client.tools(),
    ran,
    close: () => client.close(),
  };
}

describe.each(sdkVersions)('MCP tools on ai $version', ({ sdk }) => {
  test('carry the annotations of their server to the hooks, and are gated by them', async () => {
    const { tools, ran, close } = await shopTools();
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
    const memory = memoryModel([
      {
        calls: [
          { id: 'c1', name: 'wipe', args: { all: true } },
          { id: 'c2', name: 'list', args: {} },
        ],
      },
      { text: 'Done.' },
    ]);
    await withHooks(new sdk.ToolLoopAgent({ model: memory.model, tools }), hooks).generate({
      prompt: 'Go',
    });
    await close();
    expect(ran).toEqual(['list']);
    expect(seen).toMatchObject([
      { name: 'wipe', origin: 'mcp', server: 'shop', annotations: { destructiveHint: true } },
      { name: 'list', origin: 'mcp', annotations: { readOnlyHint: true } },
    ]);
    expect(JSON.stringify(memory.seen[1]?.prompt.at(-1))).toContain(
      'Blocked by guard: destructive',
    );
  });

  test('are shown to preRequest with their origin and annotations', async () => {
    const { tools, close } = await shopTools();
    const hooks = createHooks();
    const offered: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void offered.push(request.tools));
    await withHooks(
      new sdk.ToolLoopAgent({ model: memoryModel([{ text: 'Hi.' }]).model, tools }),
      hooks,
    ).generate({ prompt: 'Go' });
    await close();
    expect(offered).toMatchObject([
      [
        { name: 'wipe', origin: 'mcp', annotations: { destructiveHint: true } },
        { name: 'list', origin: 'mcp' },
      ],
    ]);
  });
});
