import { Hono } from 'hono';
import { z } from 'zod';

import { exportLines, ocsfLines } from '../audit/export-lines.ts';
import { readChain, readHeads, readKeys } from '../audit/read-chain.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';

const exportFilter = z.object({ format: z.enum(['jsonl', 'ocsf']).default('jsonl') });

/** The chain of a tenant: its heads, whether it holds, and all of it to take along. */
export function auditRoutes({ storage }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/audit', async (c) => {
      const keys = await readKeys(storage);
      const told = await readHeads(storage, c.get('person').tenant);
      return c.json({ ...told, publicKey: [...keys.values()].join('') });
    })
    .post('/audit/verify', async (c) =>
      c.json(
        await verifyChain(readChain(storage, c.get('person').tenant), await readKeys(storage)),
      ),
    )
    .get('/audit/export', needs('admin'), async (c) => {
      const { format } = readInput(exportFilter, c.req.query());
      const batches = readChain(storage, c.get('person').tenant);
      const lines =
        format === 'ocsf' ? ocsfLines(batches) : exportLines(batches, await readKeys(storage));
      const name = `audit-${new Date().toISOString().slice(0, 10)}.${format === 'ocsf' ? 'ocsf.jsonl' : 'jsonl'}`;
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${name}"`,
      };
      return new Response(streamed(lines), { headers });
    });
}

/** Hands a line over whenever the reader wants one. */
function streamed(lines: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
}
