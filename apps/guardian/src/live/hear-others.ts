import type { LiveEvent } from '@interpose/guardian-api';

import { toShortApproval } from '../approvals/approval.ts';
import type { Switches } from '../approvals/switches.ts';
import type { Waiters } from '../approvals/waiters.ts';
import type { AgentTokens } from '../people/agent-tokens.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { LiveFeed } from './live-feed.ts';

interface Hearing {
  readonly live: LiveFeed;
  readonly waiters: Waiters;
  readonly switches: Switches;
  readonly tokens: AgentTokens;
}

/** Listens to all guardians; when notices may be missing, everything is read again. */
export async function hearOthers(
  storage: Storage,
  { live, waiters, switches, tokens }: Hearing,
): Promise<void> {
  await live.start();
  await switches.load();
  await storage.listen('interpose_switch', (tenant) => {
    void switches.load().catch(() => undefined);
    if (tenant !== undefined) live.tell(tenant, { type: 'switch', data: {} });
  });
  await storage.listen('interpose_token', () => tokens.forget());
  await storage.listen('interpose_login', (person) => {
    // If notices may be missing, every watcher is cut off already.
    if (person !== undefined) live.leave(person);
  });
  await storage.listen('interpose_approval', (payload) => {
    if (payload === undefined) return waiters.wakeAll();
    const { tenant, id } = JSON.parse(payload) as { readonly tenant: string; readonly id: string };
    waiters.wake(id);
    live.tellInTurn(tenant, (work) => eventsOf(work, id));
  });
}

async function eventsOf(work: Work, id: string): Promise<readonly LiveEvent[]> {
  const rows = await work.selectFrom('approval').selectAll().where('id', '=', id).execute();
  return rows.map((row) => ({ type: 'approval', data: toShortApproval(row) }));
}
