import type { MaybePromise } from './store.ts';
import type { ToolCall, Dict, User } from '../values/index.ts';

/**
 * The key-value store of a session; values are JSON.
 *
 * @example
 * hooks.addHook('preToolCall', async ({ session }) => {
 *   const state: SessionState = session.state;
 *   const calls = await state.update<number>('calls', (count = 0) => count + 1);
 *   return calls > 100 ? deny('too many calls') : undefined;
 * });
 */
export interface SessionState {
  get<T = unknown>(key: string): MaybePromise<T | undefined>;
  set(key: string, value: unknown): MaybePromise<void>;
  /** Reads, changes and writes in one step, and returns the new value. */
  update<T = unknown>(key: string, change: (current: T | undefined) => T): MaybePromise<T>;
}

/**
 * One tool call of the session, also a denied one.
 *
 * @example
 * hooks.addHook('preToolCall', ({ session }) => {
 *   const denied = session.history.filter(({ status }: HistoryEntry) => status === 'denied');
 *   return denied.length > 3 ? deny('denied too often') : undefined;
 * });
 */
export interface HistoryEntry {
  readonly chatId: string;
  readonly call: ToolCall;
  readonly status: 'result' | 'error' | 'denied' | 'suspended';
  /** When the call ended, in epoch milliseconds. */
  readonly at: number;
  readonly durationMs: number;
  readonly synthetic: boolean;
}

/**
 * The session as hooks see it.
 *
 * @example
 * const owner = ({ metadata }: SessionView): unknown => metadata['owner'];
 * hooks.addHook('preToolCall', ({ session }) => (owner(session) === undefined ? deny('whose is it?') : undefined));
 */
export interface SessionView {
  /** The id that the app or the SDK gave, or a generated one. */
  readonly id: string;
  /** Whether the app or the host gave the id. If not, it was made for one call, and the next call has another. */
  readonly named: boolean;
  /** The values that policies keep in this session: `get`, `set`, `update`. */
  readonly state: SessionState;
  /** The last `historyLimit` tool calls, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** The metadata that the app passed with the session. */
  readonly metadata: Dict;
}

/**
 * The name of a session, and the user on whose behalf it runs.
 *
 * @example
 * const session: SessionOptions = { id: 'thread-7', user: { id: 'ada' }, metadata: { owner: 'billing' } };
 * await hooks.inSession(session, async () => console.log('inside'));
 */
export interface SessionOptions {
  readonly id?: string;
  readonly user?: User;
  readonly metadata?: Dict;
}
