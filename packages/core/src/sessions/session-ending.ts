import type { Session } from './session.ts';
import type { KeyKind } from './session-keys.ts';

/** The reason why a session ended. */
export type SessionEnding = 'chat' | 'scope' | 'explicit' | 'closed' | 'idle';

/**
 * Returns the kinds of data that are removed with a session. If others may open the session again, its state stays
 * until the session is ended by name or expires. Approvals are removed at every end except that of the process.
 */
export function removedAt(session: Session, ending: SessionEnding): readonly KeyKind[] {
  if (ending === 'explicit' && session.named) return ['state', 'grant'];
  if (!session.isStored) return [];
  const ownsState = session.life === 'chat' || !session.named || ending === 'explicit';
  const state: readonly KeyKind[] = ownsState ? ['state'] : [];
  return ending === 'closed' ? state : [...state, 'grant'];
}
