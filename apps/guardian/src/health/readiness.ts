import { sql } from 'kysely';

import { within } from '../command/drain.ts';
import type { GuardianParts } from '../http/guardian-parts.ts';

const ANSWER_MS = 1000;

/** Returns whether the guardian is ready for steps: 200, or 503 with the reasons. */
export async function readiness(
  { host, recorder, storage }: Pick<GuardianParts, 'host' | 'recorder' | 'storage'>,
  draining: boolean,
): Promise<Response> {
  const asked = storage
    .within('*', (work) => sql`select 1`.execute(work))
    .then(
      () => true,
      () => false,
    );
  const isInTime = await within(ANSWER_MS, asked);
  const checks = {
    serving: !draining,
    policies: host.digest !== undefined,
    spool: !recorder.isFull,
    database: isInTime && (await asked),
  };
  const isReady = Object.values(checks).every(Boolean);
  const body = { status: isReady ? 'ready' : 'unready', checks };
  return Response.json(body, { status: isReady ? 200 : 503 });
}
