import { canonicalJson } from './digest.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import type { ApprovalKey } from './approval-round.ts';
import { InterposeError, invalidOption } from '../errors/interpose-error.ts';
import { readFinalAnswer } from './read-answer.ts';
import { keyPart } from '../sessions/key-part.ts';

/** A suspended ask in the store, under its token, and the answer to it until the answer is used. */
export interface StoredApproval extends SuspendedChat {
  readonly answer?: ResumeAnswer;
}

/** How long an ask and its answer wait, in milliseconds: a week. */
export const KEPT_MS: number = 7 * 24 * 60 * 60 * 1000;

/**
 * Answers a suspended ask in one step. If the store fails, either nothing or everything has happened, and the same
 * answer may be sent again until it was used.
 *
 * @throws InterposeError `token_unknown` if the token was never given, was used or has expired; `token_answered` if
 * another answer was given before; `invalid_option` if the answer is no plain data.
 */
export async function answerSuspended(
  store: StateStore,
  token: string,
  answer: ResumeAnswer,
): Promise<void> {
  const given = canonicalJson(answer);
  // No store keeps such an answer as it is, and it could not be told from another one.
  if (given === undefined)
    throw invalidOption(
      'the answer to an ask has to be plain data',
      'pass a change that JSON can hold',
    );
  const stored = (await store.update(
    tokenKey(token),
    (current) => current && { answer, ...current },
    KEPT_MS,
  )) as StoredApproval | null | undefined;
  // Some stores answer null for a missing key.
  if (stored === undefined || stored === null)
    throw new InterposeError(
      'token_unknown',
      'no suspended approval has this token',
      'each token works once; ask again',
    );
  if (canonicalJson(stored.answer) !== given)
    throw new InterposeError(
      'token_answered',
      'this approval was answered in another way before',
      'the first answer counts; ask again',
    );
}

/**
 * Returns the answer to a suspended ask, and leaves it in the store. Without one, the ask waits on.
 *
 * @throws InterposeError `invalid_option` if what the store has is no answer: it might say yes to something else.
 */
export async function readAnswer(
  store: StateStore,
  token: string,
): Promise<ResumeAnswer | undefined> {
  const stored = (await store.get(tokenKey(token))) as StoredApproval | null | undefined;
  return stored?.answer === undefined ? undefined : readFinalAnswer(stored.answer);
}

/** Removes a suspended ask, so that it counts once, and returns whether it was still waiting. */
export async function takeAsk(store: StateStore, token: string): Promise<boolean> {
  let waited = false;
  await store.update(tokenKey(token), (current) => {
    waited = current !== undefined && current !== null;
    return undefined;
  });
  return waited;
}

export function tokenKey(token: string): string {
  return `interpose:approval:${token}`;
}

export function askedKey(key: ApprovalKey): string {
  return `interpose:asked:${[key.scope, key.callId].map(keyPart).join(':')}:${key.digest}`;
}
