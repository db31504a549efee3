import type { Work } from '../storage/open-storage.ts';

/** The times from which a tenant keeps payloads and decisions. */
interface KeptSince {
  readonly payloads: number;
  readonly decisions: number;
}

/** Drops ended asks together with the decisions of their time, and the arguments of asks together with the payloads. */
export async function dropApprovals(
  work: Work,
  tenant: string,
  { payloads, decisions }: KeptSince,
): Promise<void> {
  const old = work
    .selectFrom('approval')
    .select('id')
    .where('tenant', '=', tenant)
    .where('state', '<>', 'waiting')
    .where('asked_at', '<', decisions);
  await work.deleteFrom('notice').where('approval', 'in', old).execute();
  await work.deleteFrom('approval').where('id', 'in', old).execute();
  await work
    .updateTable('approval')
    .set({ args: null, conversation: '[]', outcome: null })
    .where('tenant', '=', tenant)
    .where('state', '<>', 'waiting')
    .where('asked_at', '<', payloads)
    .where('args', 'is not', null)
    .execute();
}
