import { createHooks } from '@interpose/core';
import { airlinePolicy } from './policy/airline-policy.ts';
import type { RecordedRun } from '@interpose/testing';

import { replayRun, type DeniedCall } from 'interpose/replay';
import type { AirlineData } from './airline-data.ts';
import { AirlineDatabase } from './airline-database.ts';

/** What the policy did to one run. */
export interface PlayedAirlineRun {
  readonly denied: readonly DeniedCall[];
  /** How often a person was to decide. */
  readonly asks: number;
}

/**
 * Plays a run through the airline's policy on a fresh database. The database keeps up with the recording also behind a
 * denied call, so that every call is judged in the situation in which it was made.
 */
export async function playAirlineRun(
  run: RecordedRun,
  data: AirlineData,
): Promise<PlayedAirlineRun> {
  const records = new AirlineDatabase(data);
  let asks = 0;
  const hooks = createHooks({
    policies: [airlinePolicy({ records, now: () => '2024-05-15T15:00:00' })],
    approver: () => {
      asks += 1;
      return { approved: true };
    },
  });
  const { denied } = await replayRun({
    hooks,
    sessionId: 'run',
    run,
    asks: () => asks,
    settled: (recorded) => records.note(recorded),
  });
  await hooks.close();
  return { denied, asks };
}
