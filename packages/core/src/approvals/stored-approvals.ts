import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import type { ApprovalKey } from './approval-round.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** A suspended ask as it waits in the store. */
export interface StoredApproval extends SuspendedChat {
  readonly key: ApprovalKey;
}

/** Milliseconds that an ask, and its answer, wait: a week. */
export const KEPT_MS: number = 7 * 24 * 60 * 60 * 1000;

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

/** Reads and removes in one step, so that what it finds counts once. */
export async function take(store: StateStore, key: string): Promise<unknown> {
  let taken: unknown;
  await store.update(key, (current) => {
    taken = current;
    return undefined;
  });
  return taken;
}

export function tokenKey(token: string): string {
  return `interpose:approval:${token}`;
}

export function slotKey(kind: 'asked' | 'answer', key: ApprovalKey): string {
  return `interpose:${kind}:${encodeURIComponent(key.scope)}:${encodeURIComponent(key.callId)}:${key.digest}`;
}
