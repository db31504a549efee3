import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Dict } from '@interpose/core';

/** A guardian that allows everything and keeps what it was asked. */
export interface GuardianEar extends AsyncDisposable {
  readonly url: string;
  readonly heard: readonly Dict[];
}

/** Starts one on this machine. */
export async function guardianEar(): Promise<GuardianEar> {
  const heard: Dict[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Dict;
      heard.push(body);
      const result = { decision: 'allow', message: 'ok' };
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: body['id'], result }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
