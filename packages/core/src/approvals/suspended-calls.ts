import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import { keyPart } from '../sessions/key-part.ts';
import { KEPT_MS } from './stored-approvals.ts';

/** Stored under a call's id: the chat to resume, and a digest of the question without the versions of the policies. */
export interface SuspendedCall extends SuspendedChat {
  readonly scope: string;
  readonly bound: string | undefined;
  /** When the ask expires, in epoch milliseconds; absent if never. */
  readonly until?: number;
}

/** How many sessions may wait under one call id; beyond that, the oldest are forgotten and asked again. */
const MOST_SESSIONS = 100;

/** Returns the calls of this id that wait for a person. Hosts reuse ids, so several sessions may wait under one. */
export async function waitingCalls(
  store: StateStore,
  callId: string,
): Promise<readonly SuspendedCall[]> {
  return waiting(await store.get(callKey(callId)));
}

/** Adds a call that waits for so long, in place of an earlier one of its session. */
export async function keepCall(
  store: StateStore,
  callId: string,
  call: SuspendedCall,
  keptMs: number,
): Promise<void> {
  const kept = Number.isFinite(keptMs) ? { ...call, until: Date.now() + keptMs } : call;
  await change(store, callId, keptMs, (calls) =>
    [...without(calls, call.sessionId), kept].slice(-MOST_SESSIONS),
  );
}

/** Removes the call of a session that was settled; those of other sessions wait on. */
export async function dropCall(
  store: StateStore,
  callId: string,
  sessionId: string,
): Promise<void> {
  await change(store, callId, 0, (calls) => without(calls, sessionId));
}

/** Changes the calls of this id. The key lives as long as the longest ask: a short one must not take others with it. */
async function change(
  store: StateStore,
  callId: string,
  keptMs: number,
  changed: (calls: readonly SuspendedCall[]) => readonly SuspendedCall[],
): Promise<void> {
  const now = Date.now();
  const lives = (await waitingCalls(store, callId)).map(({ until = Infinity }) => until - now);
  const next = (current: unknown): unknown => {
    const calls = changed(waiting(current));
    return calls.length === 0 ? undefined : calls;
  };
  await store.update(callKey(callId), next, Math.max(keptMs, ...lives) || KEPT_MS);
}

function without(calls: readonly SuspendedCall[], sessionId: string): readonly SuspendedCall[] {
  return calls.filter((call) => call.sessionId !== sessionId);
}

function waiting(stored: unknown): readonly SuspendedCall[] {
  if (!Array.isArray(stored)) return [];
  const now = Date.now();
  return (stored as readonly SuspendedCall[]).filter(({ until = Infinity }) => until > now);
}

function callKey(callId: string): string {
  return `interpose:suspended:${keyPart(callId)}`;
}
