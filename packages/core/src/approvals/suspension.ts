import { emissionOf, sourceOf } from '../context/context-state.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import {
  type ApprovalRound,
  boundTo,
  refusedText,
  type Refusal,
  type Suspension,
} from './approval-round.ts';
import { digestOf } from './digest.ts';
import { reportHookError } from '../records/tell-observers.ts';
import { askedKey, KEPT_MS, takeAnswer, takeAsk, tokenKey } from './stored-approvals.ts';

/** Stored under a call's id: the chat to resume, and a digest of the question without the versions of the policies. */
interface SuspendedCall extends SuspendedChat {
  readonly scope: string;
  readonly bound: string | undefined;
}

/** Keeps waiting asks in the store of the registry. */
export const suspension: Suspension = { answered, suspend };

/** Stores an ask that waits for a person, under its single-use token. */
async function suspend({ tally, asks, key, token }: ApprovalRound): Promise<void> {
  const { ctx } = tally;
  const { store } = sourceOf(ctx).registry.settings;
  const keptMs = Math.min(...asks.map(({ verdict }) => verdict.timeoutMs ?? KEPT_MS));
  const chat: SuspendedChat = { sessionId: ctx.session.id, chatId: ctx.chatId };
  const bound = await digestOf(boundTo(tally));
  const call: SuspendedCall = { ...chat, scope: key.scope, bound };
  await store.set(callKey(key.callId), call, keptMs);
  // A step may ask about the same call again before a person answers, so each token counts.
  await store.update(askedKey(key), (tokens) => [...listed(tokens), token], keptMs);
  // The token comes last, so that nobody can answer an ask that was not stored completely.
  await store.set(tokenKey(token), chat, keptMs);
}

/** Returns the answer to exactly this ask, else the person's answer that the host passes on. */
async function answered(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined> {
  const { tally, key } = round;
  const { store, approver } = sourceOf(tally.ctx).registry.settings;
  const tokens = listed(await store.get(askedKey(key)));
  for (const token of tokens) {
    const answer = await takeAnswer(store, token);
    if (answer === undefined) continue;
    await forget(round, store, tokens);
    return answer;
  }
  const { approval } = emissionOf(tally.ctx);
  if (approval === 'no') return { code: 'approval_refused', reason: refusedText(round) };
  // If an approver decides, only its own answer counts, because the host's yes comes through the client.
  if (approval !== 'yes' || approver !== undefined) return undefined;
  return (await takeAny(round, store, tokens)) ? { approved: true } : whyUnasked(round, store);
}

/** Whether exactly this was asked before. Removes the ask, so that a yes counts once. */
async function takeAny(
  round: ApprovalRound,
  store: StateStore,
  tokens: readonly string[],
): Promise<boolean> {
  for (const token of tokens)
    if (await takeAsk(store, token)) {
      await forget(round, store, tokens);
      return true;
    }
  return false;
}

/** Removes all other data of a settled ask. If some stays, it expires by itself, and no yes can use it. */
async function forget(
  { tally, key }: ApprovalRound,
  store: StateStore,
  tokens: readonly string[],
): Promise<void> {
  const keys = [...tokens.map((token) => tokenKey(token)), askedKey(key), callKey(key.callId)];
  try {
    for (const each of keys) await store.set(each, undefined);
  } catch (error) {
    const { ctx } = tally;
    reportHookError(sourceOf(ctx), 'approvals', ctx.event, error, 'clean_up_failed');
  }
}

function listed(tokens: unknown): readonly string[] {
  return Array.isArray(tokens) ? (tokens as readonly string[]) : [];
}

/** Returns why a yes does not count; `undefined` if only the version of a policy changed, so that it is asked again. */
async function whyUnasked(
  { tally, key }: ApprovalRound,
  store: StateStore,
): Promise<Refusal | undefined> {
  const asked = (await store.get(callKey(key.callId))) as SuspendedCall | undefined;
  if (asked?.scope !== key.scope) return UNKNOWN;
  return asked.bound !== undefined && asked.bound === (await digestOf(boundTo(tally)))
    ? undefined
    : MISMATCH;
}

const UNKNOWN: Refusal = {
  code: 'approval_unknown',
  reason:
    'Nothing is known of the approval of this call; name the session again with the option session, or let all processes share one store.',
};

const MISMATCH: Refusal = {
  code: 'approval_mismatch',
  reason: 'What was approved is not what would run.',
};

/** Finds the chat in which a call of this id was suspended. This only shows where to go on; it allows nothing. */
export async function findSuspended(
  store: StateStore,
  callId: string,
): Promise<SuspendedChat | undefined> {
  const call = (await store.get(callKey(callId))) as SuspendedCall | undefined;
  return call && { sessionId: call.sessionId, chatId: call.chatId };
}

function callKey(callId: string): string {
  return `interpose:suspended:${encodeURIComponent(callId)}`;
}
