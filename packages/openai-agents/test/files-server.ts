import { createInterface } from 'node:readline';

/** An MCP server on the standard streams with one tool, in as much of the protocol as a client asks for. */
const answers: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'files', version: '1.0.0' },
  },
  'tools/list': {
    tools: [
      {
        name: 'read_file',
        description: 'Reads.',
        inputSchema: { type: 'object', properties: {}, additionalProperties: true },
      },
    ],
  },
  'tools/call': { content: [{ type: 'text', text: 'the secret plan' }] },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method: string };
  if (id === undefined) continue;
  const result = answers[method];
  const error = { code: -32601, message: `no ${method} here` };
  const answer = result === undefined ? { error } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
