import { z } from 'zod';
import type { Retention, RetentionPreview } from '@interpose/guardian-api';

import type { Storage, Work } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** As long as anything can be kept. */
export const LONGEST_DAYS = 3650;

const days = z.number().int().min(1).max(LONGEST_DAYS);

/** What an admin sends: payloads may go before the decisions that they belong to, never after. */
export const retentionInput = z
  .object({ payloadDays: days, decisionDays: days })
  .refine(({ payloadDays, decisionDays }) => payloadDays <= decisionDays, {
    path: ['payloadDays'],
    message: 'is more than decisionDays, with which payloads go',
  });

/** The beginning of the oldest day that is kept whole. */
export function keptSince(keptDays: number, now: number): number {
  return Math.floor((now - keptDays * DAY_MS) / DAY_MS) * DAY_MS;
}

/** What a tenant keeps how long: what its admins said, else what the settings of the guardian say. */
export async function readRetention(
  storage: Storage,
  tenant: string,
  defaultDays: number,
): Promise<Retention> {
  const all = await storage.within(tenant, (work) => retentionOfAll(work, defaultDays));
  return all.get(tenant) ?? { payloadDays: defaultDays, decisionDays: defaultDays };
}

/** The same for every tenant. */
export async function retentionOfAll(
  work: Work,
  defaultDays: number,
): Promise<ReadonlyMap<string, Retention>> {
  const rows = await work.selectFrom('tenant').select(['id', 'settings']).execute();
  const fallback = { payloadDays: defaultDays, decisionDays: defaultDays };
  return new Map(
    rows.map(({ id, settings }) => {
      const said = retentionInput.safeParse(settings['retention']);
      return [id, said.success ? said.data : fallback];
    }),
  );
}

/** Says what a tenant keeps from now on; what is too old goes in the next turn. */
export async function writeRetention(
  storage: Storage,
  tenant: string,
  retention: Retention,
): Promise<Retention> {
  await storage.within('*', async (work) => {
    const { settings } = await work
      .selectFrom('tenant')
      .select('settings')
      .where('id', '=', tenant)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const next = JSON.stringify({ ...settings, retention });
    await work.updateTable('tenant').set({ settings: next }).where('id', '=', tenant).execute();
  });
  return retention;
}

/** Counts what these days would drop now. */
export async function previewRetention(
  storage: Storage,
  tenant: string,
  { payloadDays, decisionDays }: Retention,
  now: number = Date.now(),
): Promise<RetentionPreview> {
  return storage.within(tenant, async (work) => {
    const steps = work
      .selectFrom('step')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('tenant', '=', tenant);
    const old = keptSince(decisionDays, now);
    const [decisions, payloads, kept] = [
      await steps.where('at', '<', old).executeTakeFirstOrThrow(),
      await steps
        .where('at', '>=', old)
        .where('at', '<', keptSince(payloadDays, now))
        .where('payload', 'is not', null)
        .executeTakeFirstOrThrow(),
      await steps.where('at', '>=', old).executeTakeFirstOrThrow(),
    ];
    return { decisions: decisions.count, payloads: payloads.count, keptDecisions: kept.count };
  });
}
