import { fileURLToPath } from 'node:url';
import { MCPServerStdio } from '@openai/agents-core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { inspect, withHooks } from '../index.ts';

const script = fileURLToPath(new URL('../../test/files-server.ts', import.meta.url));

function filesServer(Server: typeof MCPServerStdio = MCPServerStdio): MCPServerStdio {
  const server = new Server({ name: 'files', command: process.execPath, args: [script] });
  onTestFinished(() => server.close());
  return server;
}

/** The transport of the SDK's MCP servers. */
interface Wire {
  start(): Promise<void>;
  close(): Promise<void>;
  send(message: unknown): Promise<void>;
  onmessage?: (message: object) => void;
}

function hear(hooks: Hooks): string[] {
  const heard: string[] = [];
  for (const event of ['preMcpMessage', 'onMcpMessage', 'preToolCall'] as const)
    hooks.observe(event, (ctx) => {
      const { message, server = '' } = ctx as {
        readonly message?: { readonly method?: string };
        readonly server?: string;
      };
      const what = message === undefined ? 'call' : (message.method ?? 'answer');
      heard.push(`${event} ${what} ${server}`.trim());
    });
  return heard;
}

describe('the messages of an MCP server', () => {
  test.each(modes)('pass the hooks of its agent, in the chat of the call (%s)', async (mode) => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const chats = new Set<string>();
    for (const event of ['preToolCall', 'preMcpMessage'] as const)
      hooks.addHook(event, (ctx) => {
        if (event === 'preToolCall' || JSON.stringify(ctx).includes('tools/call'))
          chats.add(ctx.chatId);
      });
    const server = filesServer();
    const model = new MemoryModel([calls('read_file', { path: 'plan' })], 'Done.');
    const agent = withHooks(agentOn(model, { mcpServers: [server] }), hooks);
    await server.connect();
    await runIn(mode, agent, 'Go.');
    await hooks.flush();
    expect(heard).toContain('preMcpMessage initialize files');
    expect(heard).toContain('preMcpMessage tools/list files');
    const call = heard.indexOf('preToolCall call');
    expect(heard.slice(call, call + 3)).toEqual([
      'preToolCall call',
      'preMcpMessage tools/call files',
      'onMcpMessage answer files',
    ]);
    expect(chats.size).toBe(1);
  });

  test.each(sdkVersions)(
    'can be denied: nothing of the answer is read ($version)',
    async ({ sdk }) => {
      const hooks = createHooks();
      hooks.addHook('onMcpMessage', ({ message }) =>
        JSON.stringify(message).includes('secret') ? deny('secret') : undefined,
      );
      const server = withHooks(filesServer(sdk.MCPServerStdio as never), hooks);
      expect(withHooks(server, hooks)).toBe(server);
      await server.connect();
      expect((await server.listTools()).map(({ name }) => name)).toEqual(['read_file']);
      await expect(server.callTool('read_file', {})).rejects.toThrow(/secret|Blocked/);
    },
  );

  test.each(['set later', 'of an agent that can take over'])(
    'pass them where it is %s',
    async (way) => {
      const hooks = createHooks();
      const heard = hear(hooks);
      const server = filesServer();
      const agent = agentOn(new MemoryModel());
      if (way === 'set later') withHooks(agent, hooks).mcpServers = [server];
      else {
        agent.mcpServers.push(server);
        withHooks(agentOn(new MemoryModel(), { handoffs: [agent] }), hooks);
      }
      await server.connect();
      await hooks.flush();
      expect(heard).toContain('preMcpMessage initialize files');
    },
  );

  test('are refused where no policy can know them, as soon as somebody asks for that', () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const server = withHooks(withHooks(filesServer(), hooks), hooks, { require: 'enforced' });
    const sent: unknown[] = [];
    const received: unknown[] = [];
    const send = async (message: unknown): Promise<void> => void sent.push(message);
    const wire: Wire = { start: async () => {}, close: async () => {}, send };
    // This field of the SDK is private.
    const { underlying } = server as unknown as { readonly underlying: { transport: Wire } };
    underlying.transport = wire;
    Object.assign(underlying.transport, {
      onmessage: (message: object) => void received.push(message),
    });
    wire.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'odd/request', params: {} });
    expect([received, heard]).toEqual([[], []]);
    expect(JSON.stringify(sent)).toContain('not_enforced');
  });

  test('of one that is connected already are beyond reach, and inspect says so', async () => {
    const server = filesServer();
    await server.connect();
    const model = new MemoryModel([calls('read_file', {})], 'Done.');
    const agent = withHooks(agentOn(model, { mcpServers: [server] }), createHooks());
    const rows = inspect(agent).filter(({ event }) => event === 'preMcpMessage');
    expect(rows).toMatchObject([{ path: 'MCP server beyond reach', status: 'unmediated' }]);
    expect(() => withHooks(server, createHooks())).toThrow('[target_unknown]');
    await runIn('plain', agent, 'Go.');
    expect(readOf(model, 'call_read_file')).toContain('plan');
  });
});
