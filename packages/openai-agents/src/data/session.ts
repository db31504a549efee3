import { withMembers } from '@interpose/adapter-kit';
import type { Session } from '@openai/agents-core';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeItem } from '../translate/native.ts';
import { heldWrites } from './held-writes.ts';
import { historyTransactions, type ApplyTransaction } from './history-transactions.ts';
import { passed } from './session-items.ts';

/** All methods by which the SDK reads and writes a session; older SDKs and plain sessions have the first two only. */
interface SessionDoors {
  getItems(...given: readonly unknown[]): Promise<NativeItem[]>;
  addItems: Write;
  getItemsWithCompactionOwnership(...given: readonly unknown[]): Promise<{ items: NativeItem[] }>;
  addItemsWithCompactionOwnership: Write;
  replaceHistoryWithCompaction: Write;
  applyHistoryTransaction: ApplyTransaction;
  clearSession(...given: readonly unknown[]): Promise<void>;
}

type Write = (items: NativeItem[], ...rest: readonly unknown[]) => Promise<void>;

/**
 * Returns a session whose reads and writes by this run pass its hooks. It is made once per run: the SDK finds the state
 * of a session by its identity.
 */
export function hookSession(run: AgentRun, session: Session): Session {
  const { hold, flush } = heldWrites(run);
  const own = session as Session & SessionDoors;
  run.flush = flush;
  const read = (items: readonly NativeItem[]): Promise<NativeItem[]> =>
    passed('onMemoryRetrieved', run.layers.toReversed(), items);
  const members: Partial<SessionDoors> = {
    getItems: async (...given) => read(await own.getItems(...given)),
    getItemsWithCompactionOwnership: async (...given) => {
      const owned = await own.getItemsWithCompactionOwnership(...given);
      return { ...owned, items: await read(owned.items) };
    },
    addItems: (items, ...rest) => hold('addItems', items, (kept) => own.addItems(kept, ...rest)),
    addItemsWithCompactionOwnership: (items, ...rest) =>
      hold('addItemsWithCompactionOwnership', items, (kept) =>
        own.addItemsWithCompactionOwnership(kept, ...rest),
      ),
    replaceHistoryWithCompaction: (items, ...rest) =>
      hold(undefined, items, (kept) => own.replaceHistoryWithCompaction(kept, ...rest)),
    applyHistoryTransaction: historyTransactions(hold, (...given) =>
      own.applyHistoryTransaction(...given),
    ),
    clearSession: async (...given) => {
      await hold(undefined, [], async () => undefined);
      await own.clearSession(...given);
    },
  };
  return withMembers(session, members);
}

/** Whether the session asks a service to shorten its items, and writes the answer past the hooks of every run. */
export function compactsItself(session: Session | undefined): boolean {
  return session !== undefined && 'runCompaction' in session;
}
