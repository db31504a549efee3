import { verifyChain, type AuditBatch } from '@interpose/aos/audit';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Audit, AuditCheck } from '@interpose/guardian-api';

import { anchorsOf } from '../audit/anchors.ts';
import { exportLines, ocsfLines } from '../audit/export-lines.ts';
import { knownKeys } from '../audit/known-keys.ts';
import { readChain, readHeads, readKeys, readPlace } from '../audit/read-chain.ts';
import { readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';

const exportFilter = z.object({ format: z.enum(['jsonl', 'ocsf']).default('jsonl') });

/** The routes for the chain of a tenant: its heads, its verification, and its export. */
export function auditRoutes(parts: GuardianParts): Hono<ApiVariables> {
  const { storage, changes } = parts;
  return new Hono<ApiVariables>()
    .get('/audit', async (c) => {
      const keys = knownKeys(parts.config);
      const told = await readHeads(storage, c.get('person').tenant);
      const audit: Audit = {
        ...told,
        isAnchored: parts.config.anchorFile !== undefined,
        publicKey: [...keys.values()].join(''),
      };
      return c.json(audit);
    })
    .get('/audit/changes', needs('admin'), async (c) =>
      c.json({ rows: await changes.list(c.get('person').tenant) }),
    )
    .post('/audit/verify', (c) => toldBy((tell) => verify(parts, c.get('person').tenant, tell)))
    .get('/audit/export', needs('admin'), async (c) => {
      const { format } = readInput(exportFilter, c.req.query());
      const batches = readChain(storage, c.get('person').tenant);
      const exported =
        format === 'ocsf' ? ocsfLines(batches) : exportLines(batches, knownKeys(parts.config));
      const name = `audit-${new Date().toISOString().slice(0, 10)}.${format === 'ocsf' ? 'ocsf.jsonl' : 'jsonl'}`;
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${name}"`,
      };
      return new Response(streamed(exported), { headers });
    });
}

const OFTEN_MS = 200;

/** Reports the progress of the verification now and then, and its result at the end. */
async function verify(
  { storage, config }: GuardianParts,
  tenant: string,
  tell: (line: AuditCheck) => void,
): Promise<void> {
  const anchors = anchorsOf(config.anchorFile, tenant);
  const last = { checked: 0, at: Date.now() };
  const counted = async function* (): AsyncGenerator<AuditBatch> {
    for await (const batch of readChain(storage, tenant)) {
      yield batch;
      last.checked += batch.records?.length ?? 0;
      if (Date.now() - last.at < OFTEN_MS) continue;
      last.at = Date.now();
      tell({ checked: last.checked });
    }
  };
  const keys = knownKeys(config);
  const found = await verifyChain(counted(), keys, anchors);
  const { firstBroken } = found;
  if (firstBroken === undefined) return tell(found);
  const unknownKeys = [...(await readKeys(storage)).keys()].filter((id) => !keys.has(id));
  const record = await readPlace(storage, tenant, firstBroken);
  tell({
    ...found,
    ...(unknownKeys.length === 0 ? {} : { unknownKeys }),
    firstBroken: { ...firstBroken, ...(record && { found: record }) },
  });
}

/** Returns a stream of JSON lines until the work is done; it ends when the reader leaves. */
function toldBy(work: (tell: (line: AuditCheck) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const tell = (line: AuditCheck): void =>
        controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      work(tell)
        .then(() => controller.close())
        .catch((error: unknown) => controller.error(error));
    },
  });
  return new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } });
}

/** Returns a stream that hands over a line whenever the reader asks for one. */
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
