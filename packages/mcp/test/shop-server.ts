import type { Dict } from '@interpose/core';
import type { Sdk, Server } from './sdk.ts';

/** A real MCP server: `lookup` answers, `sample` asks the client's model, `slow` reports progress first. */
export function shopServer(sdk: Sdk, calls: Dict[] = []): Server {
  const server = new sdk.Server(
    { name: 'shop', version: '1.0.0' },
    { capabilities: { tools: {}, logging: {} } },
  );
  const inputSchema = { type: 'object' };
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
    tools: ['lookup', 'sample', 'slow', 'roots'].map((name) => ({ name, inputSchema })),
  }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, extra) => {
    calls.push(params);
    const text = await run(server, String(params['name']), async (progress) => {
      const { progressToken } = (params['_meta'] ?? {}) as Dict;
      if (progressToken === undefined) return;
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress },
      });
      // The SDK forgets who wants progress as soon as it reads an answer in the same chunk: its pong shows that it has not.
      await extra.sendRequest({ method: 'ping' }, sdk.EmptyResultSchema);
    });
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

async function run(
  server: Server,
  name: string,
  progress: (done: number) => Promise<void>,
): Promise<string> {
  switch (name) {
    case 'sample':
      return JSON.stringify(await server.createMessage({ messages: [], maxTokens: 1 }));
    case 'roots':
      return JSON.stringify(await server.listRoots());
    case 'slow':
      for (const done of [1, 2]) await progress(done);
      return 'slow but done';
    default:
      return 'ten euros';
  }
}
