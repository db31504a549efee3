import { sql } from 'kysely';
import type { NoticeKind } from '@interpose/guardian-api';

import type { Work } from '../storage/open-storage.ts';

/** The kinds of notices. */
export const noticeKinds = [
  'asked',
  'escalated',
  'answered',
  'expired',
] as const satisfies readonly NoticeKind[];

/** A notice that is due at this time. */
export interface DueNotice {
  readonly tenant: string;
  readonly approval: string;
  readonly kind: NoticeKind;
  readonly at: number;
}

/** The kinds for the webhook of the settings: asks, and their escalation. */
const OF_SETTINGS: readonly NoticeKind[] = ['asked', 'escalated'];

/** Queues a notice for each webhook that wants this kind. */
export async function putNotice(
  work: Work,
  { tenant, approval, kind, at }: DueNotice,
  hasOwn: boolean,
): Promise<void> {
  const own = hasOwn && OF_SETTINGS.includes(kind);
  await sql`
    insert into notice (id, tenant, approval, kind, attempts, next_at, webhook)
    select gen_random_uuid()::text, ${tenant}, ${approval}, ${kind}, 0, ${at}::bigint, w.id
    from (select id from webhook where tenant = ${tenant} and ${kind} = any(kinds)
      union all select null where ${own}) w`.execute(work);
}
