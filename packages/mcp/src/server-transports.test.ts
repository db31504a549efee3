import { createHooks, deny, ask } from '@interpose/core';
import { currentChat } from '@interpose/core/adapter';
import { afterEach, describe, expect, test } from 'vitest';

import { shopProcess } from '../test/open-client.ts';
import { openServer, serverTransports, type OpenServer } from '../test/open-server.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { withHooks } from './index.ts';

const cases = sdkVersions.flatMap((version) =>
  serverTransports.map((transport) => ({ version, transport, sdkVersion: version.version })),
);

let open: OpenServer | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.each(cases)("a server's $transport of MCP SDK $sdkVersion", ({ version, transport }) => {
  test('shows every message, from the server as outgoing', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.observe('preMcpMessage', ({ message, direction }) => {
      seen.push(`${direction} ${JSON.stringify(message['method'] ?? 'answer')}`);
    });
    hooks.observe('onMcpMessage', ({ message, direction }) => {
      seen.push(`${direction} ${JSON.stringify(message['method'] ?? 'answer')}`);
    });
    open = await openServer(version, transport, hooks);
    await open.client.callTool({ name: 'sample' });
    expect(seen).toEqual([
      'client-to-server "initialize"',
      'server-to-client "answer"',
      'client-to-server "notifications/initialized"',
      'client-to-server "tools/call"',
      'server-to-client "sampling/createMessage"',
      'client-to-server "answer"',
      'server-to-client "answer"',
    ]);
  });

  test('hands no denied request on, and answers it with an error', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      message['method'] === 'tools/call'
        ? deny('closed', { message: 'Come back later.' })
        : undefined,
    );
    open = await openServer(version, transport, hooks);
    await expect(open.client.callTool({ name: 'lookup' })).rejects.toMatchObject({
      code: -32003,
      message: expect.stringContaining('Come back later.'),
    });
  });

  test('withholds a denied answer from the client, and a denied question from its model', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) => {
      if (message['method'] === 'sampling/createMessage') return deny('no sampling', { code: 'x' });
      return JSON.stringify(message).includes('ten euros') ? deny('secret price') : undefined;
    });
    open = await openServer(version, transport, hooks);
    const { client } = open;
    await expect(client.callTool({ name: 'lookup' })).rejects.toThrow('Blocked by policy.');
    await expect(client.callTool({ name: 'sample' })).rejects.toThrow('no sampling');
  });
});

describe.each(sdkVersions)('a request that a server of MCP SDK $version handles', (version) => {
  const { sdk } = version;

  test('is a chat: it begins before its handler, which runs in it, and ends with the answer', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onChatStart', ({ chatId }) => void log.push(`start ${chatId}`));
    hooks.observe('onChatDone', ({ chatId, reason }) => void log.push(`${reason} ${chatId}`));
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    const server = new sdk.Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(sdk.CallToolRequestSchema, () => {
      log.push(`handle ${currentChat()?.id}`);
      return { content: [] };
    });
    await server.connect(withHooks(far, hooks, { role: 'server' }));
    const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });
    await client.connect(near);
    await client.callTool({ name: 'lookup' });
    await hooks.flush();
    await client.close();
    const id = log.find((line) => line.startsWith('handle'))?.split(' ')[1];
    expect(log.filter((line) => line.endsWith(` ${id}`))).toEqual([
      `start ${id}`,
      `handle ${id}`,
      `completed ${id}`,
    ]);
  });

  test('is gated in a process of its own, over stdio', async () => {
    const args = shopProcess(version.name, 'guarded');
    const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });
    await client.connect(new sdk.StdioClientTransport({ command: process.execPath, args }));
    await expect(client.callTool({ name: 'lookup' })).rejects.toMatchObject({ code: -32003 });
    await expect(client.callTool({ name: 'slow' })).resolves.toBeDefined();
    await client.close();
  });

  test('can be approved by its own client: what the approver asks over the wire passes the held request', async () => {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    const server = new sdk.Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(sdk.CallToolRequestSchema, () => ({ content: [] }));
    const hooks = createHooks({
      approver: async () => {
        const { content } = await server.createMessage({ messages: [], maxTokens: 1 });
        return { approved: JSON.stringify(content).includes('yes') };
      },
    });
    hooks.addHook('onMcpMessage', ({ message }) =>
      message['method'] === 'tools/call' ? ask('may it run?') : undefined,
    );
    await server.connect(withHooks(far, hooks, { role: 'server' }));
    const client = new sdk.Client(
      { name: 'app', version: '1' },
      { capabilities: { sampling: {} } },
    );
    client.setRequestHandler(sdk.CreateMessageRequestSchema, () => ({
      model: 'person',
      role: 'assistant',
      content: { type: 'text', text: 'yes' },
    }));
    await client.connect(near);
    await expect(client.callTool({ name: 'lookup' })).resolves.toMatchObject({ content: [] });
    await client.close();
  });
});
