import { createInterface } from 'node:readline';

/** What a client says on a line. */
interface Said {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

/**
 * A server on the standard streams of its own process that answers everything with the canary it was started with. It
 * speaks the protocol by hand, since a process that loads an SDK takes ten times as long to start.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Said;
  if (id === undefined) continue;
  const hello = {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'probe', version: '1.0.0' },
  };
  const text = process.argv[2];
  const answer = { _meta: { asked: params }, content: [{ type: 'text', text }] };
  const result = method === 'initialize' ? hello : answer;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
