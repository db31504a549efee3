import { parentPort, workerData } from 'node:worker_threads';

import { PGlite } from '@electric-sql/pglite';

/** A request to the thread of the embedded database. */
export type PgliteRequest =
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly text: string;
      readonly values: readonly unknown[];
    }
  | { readonly id: number; readonly kind: 'listen'; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

/** Its reply, and notices in between. */
export type PgliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly affected: number }
  | { readonly id: number; readonly error: string; readonly code?: string }
  | { readonly channel: string; readonly payload: string };

const { folder } = workerData as { readonly folder: string };
const opening = PGlite.create({ dataDir: folder, parsers: { 20: Number } });
const port = parentPort;

port?.on('message', (request: PgliteRequest) => {
  answer(request).then(
    (reply) => port.postMessage(reply),
    (error: Error & { readonly code?: string }) => {
      const { message, code } = error;
      port.postMessage({ id: request.id, error: message, ...(code === undefined ? {} : { code }) });
    },
  );
});

async function answer(request: PgliteRequest): Promise<PgliteReply> {
  const { id } = request;
  const database = await opening;
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows = 0 } = await database.query(request.text, [...request.values]);
      return { id, rows, affected: affectedRows };
    }
    case 'listen': {
      const { text } = request;
      await database.listen(text, (payload) => port?.postMessage({ channel: text, payload }));
      return { id, rows: [], affected: 0 };
    }
    case 'close':
      await database.close();
      return { id, rows: [], affected: 0 };
  }
}
