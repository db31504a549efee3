import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { withHooks as hookTransport } from '@interpose/mcp';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterEach, describe, expect, test } from 'vitest';

import { memoryModel, type MemoryModel } from '../../test/memory-model.ts';
import { readOutputs } from '../../test/read-outputs.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type Client = Awaited<ReturnType<typeof createMCPClient>>;

let client: Client | undefined;

afterEach(async () => {
  await client?.close();
  client = undefined;
});

/** Connects a client to a shop in memory, through a hooked transport. */
async function openShop(hooks: Hooks, ran: string[] = []): Promise<Client> {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool('list', { description: 'Lists.' }, async () => {
    ran.push('list');
    return { content: [{ type: 'text', text: 'ten loaves' }] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  return (client = await createMCPClient({
    transport: hookTransport(near, hooks, { server: 'shop' }),
  }));
}

async function ask(sdk: Sdk, hooks: Hooks, shop: Client, streamed = false): Promise<MemoryModel> {
  const memory = memoryModel([
    { calls: [{ id: 'c1', name: 'list', args: {} }] },
    { text: 'Done.' },
  ]);
  const tools = await shop.tools();
  const session = { id: 'thread-7' };
  const agent = withHooks(new sdk.ToolLoopAgent({ model: memory.model, tools }), hooks, {
    session,
  });
  if (streamed) await (await agent.stream({ prompt: 'Go' })).text;
  else await agent.generate({ prompt: 'Go' });
  return memory;
}

const cases = sdkVersions.flatMap(({ version, sdk }) =>
  [false, true].map((streamed) => ({
    version,
    sdk,
    streamed,
    mode: streamed ? 'streamed' : 'plain',
  })),
);

describe.each(cases)(
  'an MCP tool behind a hooked transport on ai $version, $mode',
  ({ sdk, streamed }) => {
    test('has its messages in the chat and the session of its call', async () => {
      const hooks = createHooks();
      const log: string[] = [];
      const note = (event: string, chatId: string, session: string, what: string): void =>
        void log.push([event, chatId, session, what].join(' '));
      hooks.observe('preToolCall', ({ event, chatId, session, call }) =>
        note(event, chatId, session.id, call.name),
      );
      hooks.observe('preMcpMessage', ({ event, chatId, session, message: { method } }) =>
        note(event, chatId, session.id, method as string),
      );
      hooks.observe('onMcpMessage', ({ event, chatId, session, server }) =>
        note(event, chatId, session.id, server),
      );
      await ask(sdk, hooks, await openShop(hooks), streamed);
      await hooks.flush();
      const chat = log.find((line) => line.startsWith('preToolCall'))?.split(' ')[1];
      expect(log.filter((line) => line.includes(`${chat}`))).toEqual([
        `preToolCall ${chat} thread-7 list`,
        `preMcpMessage ${chat} thread-7 tools/call`,
        `onMcpMessage ${chat} thread-7 shop`,
      ]);
      expect(log[0]).toMatch(/^preMcpMessage .* (initialize|server\/discover)$/);
    });

    test('tells the model why a message was denied, and sends nothing', async () => {
      const hooks = createHooks();
      const ran: string[] = [];
      hooks.addHook(
        'preMcpMessage',
        ({ message }) => (message['method'] === 'tools/call' ? deny('offline') : undefined),
        { name: 'wire' },
      );
      const memory = await ask(sdk, hooks, await openShop(hooks, ran), streamed);
      expect(ran).toEqual([]);
      expect(readOutputs(memory.seen[1])).toMatchObject([
        { type: 'error-text', value: expect.stringContaining('Blocked by wire: offline') },
      ]);
    });

    test('shows the model what a policy made of the answer', async () => {
      const hooks = createHooks();
      hooks.addHook('onMcpMessage', ({ message }) => ({
        message: JSON.parse(JSON.stringify(message).replace('ten loaves', '[stock]')) as Dict,
      }));
      const memory = await ask(sdk, hooks, await openShop(hooks), streamed);
      expect(JSON.stringify(memory.seen[1]?.prompt)).toContain('[stock]');
      expect(JSON.stringify(memory.seen[1]?.prompt)).not.toContain('ten loaves');
    });
  },
);

/** A server that runs in another process. */
const program = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool('list', {}, async () => ({ content: [{ type: 'text', text: 'ten loaves' }] }));
await server.connect(new StdioServerTransport());
`;

test("goes through the AI SDK's own transport to a server in another process", async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.observe('preMcpMessage', ({ message }) => void seen.push(message['method']));
  const transport = new StdioMCPTransport({
    command: process.execPath,
    args: ['--input-type=module', '-e', program],
    cwd: `${import.meta.dirname}/..`,
  });
  client = await createMCPClient({
    transport: hookTransport(transport, hooks, { server: 'shop' }),
  });
  const memory = await ask(sdkVersions.at(-1)!.sdk, hooks, client);
  expect(JSON.stringify(memory.seen[1]?.prompt)).toContain('ten loaves');
  expect(seen.at(-1)).toBe('tools/call');
});
