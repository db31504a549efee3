import { withMembers } from '@interpose/adapter-kit';
import type { Session } from '@openai/agents-core';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeItem } from '../translate/native.ts';
import { heldWrites } from './held-writes.ts';
import { historyTransactions, type ApplyTransaction } from './history-transactions.ts';
import { passed } from './session-items.ts';

/** Every way in which the SDK reads and writes what a session holds; older copies and plain sessions have the first two. */
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
 * The same session, with what this run reads and writes passing its hooks. Made once for a run: the SDK finds the state
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
  return withMembers(session, members, { methodsRunOn: 'target' });
}

/** True for a session that asks a service to shorten what it holds, and writes what comes of it past every run. */
export function compactsItself(session: Session | undefined): boolean {
  return session !== undefined && 'runCompaction' in session;
}
