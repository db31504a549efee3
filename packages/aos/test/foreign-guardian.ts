import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { Dict } from '@interpose/core';

/** One request as a guardian got it. */
export interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: Dict;
}

/** A guardian of somebody else's making. */
export interface ForeignGuardian {
  readonly url: string;
  readonly heard: readonly Heard[];
  readonly sockets: ReadonlySet<Socket>;
}

const running: Server[] = [];

/** Ends every server that a test started. */
export async function stopServers(): Promise<void> {
  await Promise.all(
    running.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}

/** The address of a server that is ended with the others. */
export async function start(server: Server): Promise<string> {
  running.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/guardian`;
}

/** Says this of every request; allows it otherwise. */
export async function foreignGuardian(
  say: (request: Dict) => Dict = () => ({ decision: 'allow', message: 'ok' }),
): Promise<ForeignGuardian> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    sockets.add(incoming.socket);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Dict;
      heard.push({ headers: incoming.headers, body });
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: body['id'], result: say(body) }));
    });
  });
  return { url: await start(server), heard, sockets };
}
