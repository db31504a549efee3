import { z } from 'zod';
import type { Retention, RetentionPreview } from '@interpose/guardian-api';

import type { Storage, Work } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** The longest time that anything can be kept. */
export const LONGEST_DAYS = 3650;

const days = z.number().int().min(1).max(LONGEST_DAYS);

/** The input of an admin: payloads may go before their decisions, never after. */
export const retentionInput = z
  .object({ payloadDays: days, decisionDays: days })
  .refine(({ payloadDays, decisionDays }) => payloadDays <= decisionDays, {
    path: ['payloadDays'],
    message: 'is more than decisionDays, with which payloads go',
  });

/** Returns the start of the oldest day that is kept in full. */
export function keptSince(keptDays: number, now: number): number {
  return Math.floor((now - keptDays * DAY_MS) / DAY_MS) * DAY_MS;
}

/** Returns how long a tenant keeps its data: set by its admins, else by the settings of the guardian. */
export async function readRetention(
  storage: Storage,
  tenant: string,
  defaultDays: number,
): Promise<Retention> {
  const all = await storage.within(tenant, (work) => retentionOfAll(work, defaultDays));
  return all.get(tenant) ?? { payloadDays: defaultDays, decisionDays: defaultDays };
}

/** Returns the same for every tenant. */
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

/** Sets how long a tenant keeps its data; older data goes in the next run. */
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

/** Counts what these settings would drop now. */
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
