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
import { askedKey, KEPT_MS, readAnswer, takeAsk, tokenKey } from './stored-approvals.ts';
import { dropCall, keepCall, waitingCalls } from './suspended-calls.ts';

/** The token of an ask that waits, and the session that asked. */
interface WaitingToken {
  readonly token: string;
  readonly sessionId: string;
}

/** The most tokens kept for one call. An agent may try a call again and again after its asks have expired. */
const MOST_TOKENS = 100;

/** Keeps waiting asks in the store of the registry. */
export const suspension: Suspension = { answered, suspend };

/** Stores an ask that waits for a person, under its single-use token. */
async function suspend({ tally, asks, key, token }: ApprovalRound): Promise<void> {
  const { ctx } = tally;
  const { store } = sourceOf(ctx).registry.settings;
  const keptMs = Math.min(...asks.map(({ verdict }) => verdict.timeoutMs ?? KEPT_MS));
  const chat: SuspendedChat = { sessionId: ctx.session.id, chatId: ctx.chatId };
  const bound = await digestOf(boundTo(tally));
  await keepCall(store, key.callId, { ...chat, scope: key.scope, bound }, keptMs);
  // A step may ask about the same call again before a person answers, so each token counts. Only the token itself
  // expires with its ask: an answer in time counts however late the call goes on.
  const asked = { token, sessionId: chat.sessionId };
  await store.update(askedKey(key), (all) => [...listed(all), asked].slice(-MOST_TOKENS), KEPT_MS);
  // The token comes last, so that nobody can answer an ask that was not stored completely.
  await store.set(tokenKey(token), chat, keptMs);
}

/** Returns the answer to exactly this ask, else the person's answer that the host passes on. */
async function answered(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined> {
  const { tally } = round;
  const { store, approver } = sourceOf(tally.ctx).registry.settings;
  const tokens = await tokensOf(round, store);
  if ('code' in tokens) return tokens;
  let answer: ResumeAnswer | undefined;
  // The call may have been asked about more than once: a no to one of its asks is not outdone by a yes to another.
  for (const { token } of tokens)
    if (answer?.approved !== false) answer = (await readAnswer(store, token)) ?? answer;
  if (answer !== undefined) return (await takeAll(round, store, tokens)) ? answer : undefined;
  const { approval } = emissionOf(tally.ctx);
  if (approval === 'no') return { code: 'approval_refused', reason: refusedText(round) };
  // If an approver decides, only its own answer counts, because the host's yes comes through the client.
  if (approval !== 'yes' || approver !== undefined) return undefined;
  return (await takeAll(round, store, tokens)) ? { approved: true } : whyUnasked(round, store);
}

/**
 * Returns the tokens of exactly this ask in this session. A chat that names no session may go on in a new one, so if it
 * resumes a call, the tokens are those of the only session that waits for an answer to this ask.
 */
async function tokensOf(
  { tally: { ctx }, key }: ApprovalRound,
  store: StateStore,
): Promise<readonly WaitingToken[] | Refusal> {
  const tokens = listed(await store.get(askedKey(key)));
  if (tokens.length === 0 || key.scope !== '') return tokens;
  const own = tokens.filter(({ sessionId }) => sessionId === ctx.session.id);
  if (own.length > 0 || !ctx.resumed) return own;
  const waiting = new Set((await waitingCalls(store, key.callId)).map((call) => call.sessionId));
  const live = tokens.filter(({ sessionId }) => waiting.has(sessionId));
  return live.every(({ sessionId }) => sessionId === live[0]?.sessionId) ? live : AMBIGUOUS;
}

/**
 * Whether this ask waited until now. Takes all its tokens out of their list in one step, also those that its sessions
 * added since they were read, so that one yes counts, even if several are told to several processes at once.
 */
async function takeAll(
  round: ApprovalRound,
  store: StateStore,
  tokens: readonly WaitingToken[],
): Promise<boolean> {
  const sessions = new Set(tokens.map(({ sessionId }) => sessionId));
  if (sessions.size === 0) return false;
  let taken: readonly WaitingToken[] = [];
  const rest = (all: unknown): unknown => {
    taken = listed(all).filter(({ sessionId }) => sessions.has(sessionId));
    const others = listed(all).filter(({ sessionId }) => !sessions.has(sessionId));
    return others.length === 0 ? undefined : others;
  };
  await store.update(askedKey(round.key), rest, KEPT_MS);
  const still = new Set(taken.map(({ token }) => token));
  if (!tokens.every(({ token }) => still.has(token))) return false;
  for (const { token } of tokens)
    if (await takeAsk(store, token)) {
      await forget(round, store, taken);
      return true;
    }
  return false;
}

/** Removes all other data of a settled ask. If some stays, it expires by itself, and no yes can use it. */
async function forget(
  round: ApprovalRound,
  store: StateStore,
  taken: readonly WaitingToken[],
): Promise<void> {
  try {
    for (const { token } of taken) await store.set(tokenKey(token), undefined);
    await dropCall(store, round.key.callId, taken[0]!.sessionId);
  } catch (error) {
    const { ctx } = round.tally;
    reportHookError(sourceOf(ctx), 'approvals', ctx.event, error, 'clean_up_failed');
  }
}

function listed(stored: unknown): readonly WaitingToken[] {
  return Array.isArray(stored) ? (stored as readonly WaitingToken[]) : [];
}

/** Returns why a yes does not count; `undefined` if only the version of a policy changed, so that it is asked again. */
async function whyUnasked(
  { tally, key }: ApprovalRound,
  store: StateStore,
): Promise<Refusal | undefined> {
  const calls = await waitingCalls(store, key.callId);
  const asked = calls.find(({ scope }) => scope === key.scope);
  if (asked === undefined) return UNKNOWN;
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

const AMBIGUOUS: Refusal = {
  code: 'approval_ambiguous',
  reason:
    'Several sessions wait for an answer to this same call; name the session with the option session when you ask and when you go on.',
};

/**
 * Finds the chat in which a call of this id was suspended; undefined if several sessions wait under the id. This only
 * shows where to go on; it allows nothing.
 */
export async function findSuspended(
  store: StateStore,
  callId: string,
): Promise<SuspendedChat | undefined> {
  const [call, other] = await waitingCalls(store, callId);
  if (call === undefined || other !== undefined) return undefined;
  return { sessionId: call.sessionId, chatId: call.chatId };
}
