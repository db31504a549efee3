import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import expressApp from 'express';

import { express } from './sdk.ts';

/** A server on loopback. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** How a server is mounted. */
export interface ServeOptions {
  /** The user every caller is taken for. */
  readonly user?: string;
  /** Also speaks A2A 0.3. */
  readonly legacy?: boolean;
}

/** Mounts a request handler on JSON-RPC and on HTTP+JSON, with the SDK's own Express handlers. */
export async function serveHandler(
  requestHandler: A2ARequestHandler,
  { user, legacy = false }: ServeOptions = {},
): Promise<Served> {
  const settings = {
    requestHandler,
    userBuilder: async () => ({ isAuthenticated: user !== undefined, userName: user ?? '' }),
    ...(legacy ? { legacyCompat: { enabled: true } } : {}),
  };
  const app = expressApp();
  const card = express.agentCardHandler({ agentCardProvider: requestHandler });
  app.use('/.well-known/agent-card.json', card);
  app.use('/rpc', express.jsonRpcHandler(settings));
  app.use('/rest', express.restHandler(settings));
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
