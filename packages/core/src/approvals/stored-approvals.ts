import { canonicalJson } from './digest.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import type { ApprovalKey } from './approval-round.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** A suspended ask as it waits in the store under its token, and the answer to it until that is used. */
export interface StoredApproval extends SuspendedChat {
  readonly answer?: ResumeAnswer;
}

/** Milliseconds that an ask, and its answer, wait: a week. */
export const KEPT_MS: number = 7 * 24 * 60 * 60 * 1000;

/**
 * Answers a suspended ask, in one step: where the store fails, nothing has happened or all of it, and the same answer
 * may be sent again until it was used.
 *
 * @throws InterposeError `token_unknown` when the token was never given, was used, or expired; `token_answered` when
 * another answer was given before.
 */
export async function answerSuspended(
  store: StateStore,
  token: string,
  answer: ResumeAnswer,
): Promise<void> {
  const stored = (await store.update(
    tokenKey(token),
    (current) => current && { answer, ...current },
    KEPT_MS,
  )) as StoredApproval | undefined;
  if (stored === undefined)
    throw new InterposeError(
      'token_unknown',
      'no suspended approval has this token',
      'each token works once; ask again',
    );
  if (canonicalJson(stored.answer) !== canonicalJson(answer))
    throw new InterposeError(
      'token_answered',
      'this approval was answered in another way before',
      'the first answer counts; ask again',
    );
}

/** Takes the answer to a suspended ask away, so that it counts once; without one, the ask goes on waiting. */
export async function takeAnswer(
  store: StateStore,
  token: string,
): Promise<ResumeAnswer | undefined> {
  // Looked at first: writing would let an ask that waits for a minute wait for longer.
  const stored = (await store.get(tokenKey(token))) as StoredApproval | undefined;
  return stored?.answer !== undefined && (await takeAsk(store, token)) ? stored.answer : undefined;
}

/** Removes a suspended ask and tells whether it still waited, so that it counts once. */
export async function takeAsk(store: StateStore, token: string): Promise<boolean> {
  let waited = false;
  await store.update(tokenKey(token), (current) => {
    waited = current !== undefined;
    return undefined;
  });
  return waited;
}

export function tokenKey(token: string): string {
  return `interpose:approval:${token}`;
}

export function askedKey(key: ApprovalKey): string {
  return `interpose:asked:${encodeURIComponent(key.scope)}:${encodeURIComponent(key.callId)}:${key.digest}`;
}
