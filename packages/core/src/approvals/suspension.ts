import { emissionOf, sourceOf } from '../context/context-state.ts';
import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import {
  type ApprovalKey,
  type ApprovalRound,
  boundTo,
  type Refusal,
  type Suspension,
} from './approval-round.ts';
import { digestOf } from './digest.ts';
import { KEPT_MS, slotKey, type StoredApproval, take, tokenKey } from './stored-approvals.ts';

/** What is kept under a call's id: where to go on, and what was asked about, whatever the policies' versions. */
interface SuspendedCall extends SuspendedChat {
  readonly scope: string;
  readonly bound: string | undefined;
}

/** Asks that wait in the registry's store. */
export const suspension: Suspension = { answered, suspend };

/** Writes down an ask that waits for a person, under its single-use token. */
async function suspend({ tally, asks, key, token }: ApprovalRound): Promise<void> {
  const { ctx } = tally;
  const { store } = sourceOf(ctx).registry.settings;
  const keptMs = asks[0]?.verdict.timeoutMs ?? KEPT_MS;
  const chat: SuspendedChat = { sessionId: ctx.session.id, chatId: ctx.chatId };
  const stored: StoredApproval = { key, ...chat };
  const bound = await digestOf(boundTo(tally));
  const call: SuspendedCall = { ...chat, scope: key.scope, bound };
  await store.set(tokenKey(token), stored, keptMs);
  await store.set(slotKey('asked', key), token, keptMs);
  await store.set(callKey(key.callId), call, keptMs);
}

/** The answer given to exactly this ask, else what the host says that a person answered. */
async function answered(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined> {
  const { tally, key, reason } = round;
  const { store, approver } = sourceOf(tally.ctx).registry.settings;
  const answer = await take(store, slotKey('answer', key));
  if (answer !== undefined) {
    await store.set(slotKey('asked', key), undefined);
    await store.set(callKey(key.callId), undefined);
    return answer as ResumeAnswer;
  }
  const { approval } = emissionOf(tally.ctx);
  if (approval === 'no') return { code: 'approval_refused', reason };
  // Where an approver decides, only its own answer counts: the host's yes travels through the client's hands.
  if (approval !== 'yes' || approver !== undefined) return undefined;
  return (await takeAsked(store, key)) ? { approved: true } : whyUnasked(round, store);
}

/** True when exactly this was asked before; removes the note, so a yes counts once. */
async function takeAsked(store: StateStore, key: ApprovalKey): Promise<boolean> {
  const token = await take(store, slotKey('asked', key));
  if (token === undefined) return false;
  await store.set(tokenKey(token as string), undefined);
  await store.set(callKey(key.callId), undefined);
  return true;
}

/** Why a yes does not count; undefined where only a policy's version is another now: then the ask is put again. */
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

/** The chat in which a call of this id was suspended; tells where to go on, never that it may. */
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
