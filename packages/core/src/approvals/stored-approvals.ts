import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** Which suspended ask an answer belongs to: never a call's id alone, since hosts reuse ids. */
export interface ApprovalKey {
  /** The named session; empty where the session was made for one chat. */
  readonly scope: string;
  readonly callId: string;
  readonly digest: string;
}

interface StoredApproval extends SuspendedChat {
  readonly key: ApprovalKey;
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Writes down an ask that waits for a person, under its single-use token. */
export async function suspendAsk(
  store: StateStore,
  key: ApprovalKey,
  chat: SuspendedChat,
  token: string,
  keptMs: number = KEPT_MS,
): Promise<void> {
  const stored: StoredApproval = { key, ...chat };
  await store.set(tokenKey(token), stored, keptMs);
  await store.set(slotKey('asked', key), token, keptMs);
  await store.set(callKey(key.callId), chat, keptMs);
}

/**
 * Answers a suspended ask.
 *
 * @throws InterposeError `token_unknown` when the token was never given, was used, or expired.
 */
export async function answerSuspended(
  store: StateStore,
  token: string,
  answer: ResumeAnswer,
): Promise<void> {
  const stored = (await take(store, tokenKey(token))) as StoredApproval | undefined;
  if (stored === undefined) {
    throw new InterposeError(
      'token_unknown',
      'no suspended approval has this token',
      'each token works once; ask again',
    );
  }
  await store.set(slotKey('answer', stored.key), answer, KEPT_MS);
}

/** The answer given to exactly this ask, removed so that it counts once. */
export async function claimApprovalAnswer(
  store: StateStore,
  key: ApprovalKey,
): Promise<ResumeAnswer | undefined> {
  const answer = await take(store, slotKey('answer', key));
  if (answer !== undefined) await forget(store, key);
  return answer as ResumeAnswer | undefined;
}

/** True when exactly this was asked before; removes the note, so a yes counts once. */
export async function takeAsked(store: StateStore, key: ApprovalKey): Promise<boolean> {
  const token = await take(store, slotKey('asked', key));
  if (token === undefined) return false;
  await store.set(tokenKey(token as string), undefined);
  await store.set(callKey(key.callId), undefined);
  return true;
}

/** The chat in which a call of this id was suspended; tells where to go on, never that it may. */
export async function findSuspended(
  store: StateStore,
  callId: string,
): Promise<SuspendedChat | undefined> {
  return (await store.get(callKey(callId))) as SuspendedChat | undefined;
}

async function forget(store: StateStore, key: ApprovalKey): Promise<void> {
  await store.set(slotKey('asked', key), undefined);
  await store.set(callKey(key.callId), undefined);
}

async function take(store: StateStore, key: string): Promise<unknown> {
  let taken: unknown;
  await store.update(key, (current) => {
    taken = current;
    return undefined;
  });
  return taken;
}

function tokenKey(token: string): string {
  return `interpose:approval:${token}`;
}

function slotKey(kind: 'asked' | 'answer', key: ApprovalKey): string {
  return `interpose:${kind}:${encodeURIComponent(key.scope)}:${encodeURIComponent(key.callId)}:${key.digest}`;
}

function callKey(callId: string): string {
  return `interpose:suspended:${encodeURIComponent(callId)}`;
}
