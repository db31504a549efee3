import type { Work } from '../storage/open-storage.ts';

/** What people are to be told of, from this time on. */
export interface DueNotice {
  readonly tenant: string;
  readonly approval: string;
  readonly kind: 'asked' | 'escalated';
  readonly at: number;
}

/** Puts a notice into the list from which the webhook sends. */
export async function putNotice(
  work: Work,
  { tenant, approval, kind, at }: DueNotice,
): Promise<void> {
  const fresh = { attempts: 0, next_at: at, done_at: null, error: null };
  const notice = { id: crypto.randomUUID(), tenant, approval, kind, ...fresh };
  await work.insertInto('notice').values(notice).execute();
}
