import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { createHooks, deny } from '@interpose/core';

import { serve } from '../../src/index.ts';

const [port = '0'] = process.argv.slice(2);

/** The policies of this guardian: no refunds over 100, and what is to be capped is. */
const hooks = createHooks();
hooks.addHook(
  'preToolCall',
  ({ call }) => {
    if (Number(call.args['cents']) > 100) return deny('too much', { code: 'limit' });
    return call.args['note'] === 'cap' ? { call: { ...call, args: { cents: 1 } } } : undefined;
  },
  { name: 'limit', tool: 'refund' },
);
const decide = getRequestListener(serve(hooks));

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

function json(outgoing: ServerResponse, text: string): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

async function idOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return (JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown }).id;
}

function allowing(id: unknown, message = 'ok'): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { decision: 'allow', message } });
}

const answers: Readonly<Record<string, Answer>> = {
  policies: (incoming, outgoing) => void decide(incoming, outgoing),
  hung: () => undefined,
  garbage: (_, outgoing) => json(outgoing, '{"jsonrpc":"2.0","res'),
  'another id': (_, outgoing) => json(outgoing, allowing('somebody else')),
  'no decision': (incoming, outgoing) =>
    void idOf(incoming).then((id) =>
      json(outgoing, JSON.stringify({ jsonrpc: '2.0', id, result: { message: 'hm' } })),
    ),
  'an error': (incoming, outgoing) =>
    void idOf(incoming).then((id) =>
      json(
        outgoing,
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } }),
      ),
    ),
  'status 500': (incoming, outgoing) =>
    void idOf(incoming).then((id) => outgoing.writeHead(500).end(allowing(id))),
  'a redirect': (_, outgoing) => void outgoing.writeHead(307, { location: '/else' }).end(),
  oversized: (incoming, outgoing) =>
    void idOf(incoming).then((id) => json(outgoing, allowing(id, 'x'.repeat(2_000_000)))),
  'endless body': (_, outgoing) => {
    outgoing.writeHead(200);
    const chunk = ' '.repeat(65_536);
    const more = (): void => {
      if (!outgoing.destroyed) outgoing.write(chunk, () => setImmediate(more));
    };
    more();
  },
  late: (incoming, outgoing) =>
    void idOf(incoming).then((id) => setTimeout(() => json(outgoing, allowing(id)), 600)),
  'hang up': (incoming) => void incoming.socket.destroy(),
  'half an answer': (_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '500' });
    outgoing.write('{"jsonrpc"');
    setTimeout(() => outgoing.destroy(), 20);
  },
};

/** How a request is answered stands in its path: `/hung`, `/status%20500`. */
const server = createServer((incoming, outgoing) => {
  const behaviour = decodeURIComponent(incoming.url ?? '').slice(1);
  answers[behaviour === '' ? 'policies' : behaviour]?.(incoming, outgoing);
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
