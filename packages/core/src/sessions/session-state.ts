import type { SessionState } from '../contract/hooks/session.ts';
import type { StateStore } from '../contract/hooks/store.ts';

/** The part of a store that belongs to one session. */
export function sessionState(store: StateStore, sessionId: string): SessionState {
  const prefix = statePrefix(sessionId);
  return {
    get: <T>(key: string) => store.get(prefix + key) as T | undefined,
    set: (key, value) => store.set(prefix + key, value),
    update: <T>(key: string, change: (current: T | undefined) => T) =>
      store.update(prefix + key, (current) => change(current as T | undefined)) as T,
  };
}

/** Where a session's keys begin; the id is encoded so that no id is another's prefix. */
export function statePrefix(sessionId: string): string {
  return `interpose:state:${encodeURIComponent(sessionId)}:`;
}

/** Where the keys of approvals begin that hold for the rest of a session. */
export function grantPrefix(sessionId: string): string {
  return `interpose:grant:${encodeURIComponent(sessionId)}:`;
}
