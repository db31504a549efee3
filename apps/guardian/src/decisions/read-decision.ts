import type { WholeDecision } from '@interpose/guardian-api';

import type { Storage } from '../storage/open-storage.ts';
import { toDecision } from './find-decisions.ts';

interface StoredPayload {
  readonly payload: unknown;
  readonly after?: unknown;
}

/** Reads one decision of a tenant by its id. */
export async function readDecision(
  storage: Storage,
  tenant: string,
  id: string,
): Promise<WholeDecision | undefined> {
  const row = await storage.within(tenant, (work) =>
    work
      .selectFrom('step')
      .select(['seq', 'record', 'payload'])
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (row === undefined) return undefined;
  const stored = row.payload === null ? undefined : (JSON.parse(row.payload) as StoredPayload);
  const decision = toDecision(row);
  if (stored === undefined) return { steps: [], ...decision };
  const { payload, after } = stored;
  return {
    steps: [],
    ...decision,
    payload,
    ...(after === undefined ? {} : { before: payload, after }),
  };
}
