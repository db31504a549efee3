import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { Settled } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { Tool } from '../contract/values/index.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import {
  approvalKey,
  type ApprovalRound,
  type Asked,
  bindingOf,
  grant,
  isGranted,
  type Refusal,
  refusedText,
  suspensionOf,
} from './approval-round.ts';
import { askApprover } from './ask-approver.ts';
import { checkValue } from '../registry/events/value-checks.ts';
import { decide, markApproved, payloadOf, sourceOf } from '../context/context-state.ts';
import { type PendingAsk, reroute, type Tally } from '../context/tally.ts';
import { reportHookError } from '../records/tell-observers.ts';
import { type Ruling, withProblem } from '../context/ruling.ts';
import { storeInTime } from './store-in-time.ts';
import { InterposeError } from '../errors/interpose-error.ts';

const MAX_ROUNDS = 3;
/** The question alone would look to a model like one that it may answer. */
const UNANSWERED = 'This needs the approval of a person, and there is nobody to ask';

/**
 * Settles every ask of a gate at once, on the final value.
 *
 * @returns undefined if the asks are approved and everything else that hooks said stands.
 */
export async function settleAsk(
  tally: Tally,
  asks: readonly PendingAsk[],
): Promise<Ruling | undefined> {
  const asked: Asked = { tally, asks };
  const digest = await bindingOf(asked);
  const verdicts = asks.map(({ verdict }) => verdict);
  tally.asked = { by: asks.map(({ hook }) => hook.label), settled: 'refused', digest, verdicts };
  if (digest === undefined)
    return refuse(asked, 'digest_unavailable', 'The value to approve is not plain data.');
  const round: ApprovalRound = {
    ...asked,
    reason: [...new Set(verdicts.map(({ reason }) => reason))].join('; '),
    digest,
    token: crypto.randomUUID(),
    key: approvalKey(tally, digest),
  };
  const answer = await earlierAnswer(round);
  if (answer === undefined) return askSomebody(round);
  return 'code' in answer ? refuse(round, answer.code, answer.reason) : apply(round, answer);
}

/** Returns an earlier answer: one to this suspended ask, or a yes that holds for the chat or the session. */
async function earlierAnswer(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined> {
  const earlier = async (): Promise<ResumeAnswer | Refusal | undefined> =>
    (await isGranted(round)) ? { approved: true } : suspensionOf(round.tally)?.answered(round);
  try {
    return await storeInTime(round.tally, earlier());
  } catch (error) {
    return storeFailed(round, error);
  }
}

/** Refuses the ask if the store fails, and reports the failure. The gate still gets a decision. */
function storeFailed({ tally }: Asked, error: unknown): Refusal {
  const source = sourceOf(tally.ctx);
  if (source.aborted) throw source.abortReason;
  reportHookError(source, 'approvals', tally.ctx.event, error, 'approval_store_failed');
  return { code: 'approval_store_failed', reason: 'The approval could not be read or kept.' };
}

async function askSomebody(round: ApprovalRound): Promise<Ruling | undefined> {
  const { tally, asks, reason, digest, token } = round;
  const { ctx } = tally;
  const source = sourceOf(ctx);
  const { approver, approvalTimeoutMs } = source.registry.settings;
  if (approver === undefined)
    return suspend(round, 'approver_unavailable', `${UNANSWERED}: ${reason}`);
  const { event, agent, user } = ctx;
  const { tool } = payloadOf(ctx) as { readonly tool?: Tool };
  const request = {
    event,
    reason,
    by: tally.asked!.by,
    value: tally.value,
    ...(tool && { tool }),
    digest,
    token,
    sessionId: ctx.session.id,
    chatId: ctx.chatId,
    agent,
    ...(user && { user }),
  };
  const timeouts = asks.map(({ verdict }) => verdict.timeoutMs ?? approvalTimeoutMs);
  const reply = await askApprover(approver, request, Math.min(...timeouts), ctx.signal);
  if (reply.kind === 'timeout')
    return refuse(round, 'approval_timeout', 'Nobody answered in time.', 'timeout');
  if (reply.kind === 'failed') {
    reportHookError(source, 'approver', event, reply.error, 'approver_failed');
    return unanswered(round, reply.error);
  }
  return 'suspend' in reply.answer
    ? suspend(round, 'suspend_unsupported', 'This step cannot be suspended.')
    : apply(round, reply.answer);
}

/** Denies after the approver failed. The record gets the text of an error by Interpose, but of no other error. */
function unanswered(round: ApprovalRound, error: unknown): DenyVerdict {
  const verdict = refuse(round, 'approver_failed', 'The approver failed.');
  return InterposeError.isInstance(error)
    ? withProblem(verdict, error.message, error.message)
    : verdict;
}

function apply(round: ApprovalRound, answer: ResumeAnswer): MaybePromise<Ruling | undefined> {
  const { approved, by, change, digest = round.digest, reason } = answer;
  const { tally } = round;
  if (typeof by === 'string') tally.asked = { ...tally.asked!, approvedBy: by };
  if (!approved) return refuse(round, 'approval_refused', refusedText(round, reason));
  if (digest !== round.digest)
    return refuse(round, 'approval_mismatch', 'What was approved is not what would run.');
  return approve(round, change);
}

async function approve(round: ApprovalRound, change?: unknown): Promise<Ruling | undefined> {
  const { tally, asks, digest } = round;
  const source = sourceOf(tally.ctx);
  if (source.aborted) throw source.abortReason;
  if ((await bindingOf(round)) !== digest)
    return refuse(round, 'approval_mismatch', 'The value changed while it was being approved.');
  tally.settled ??= new Set();
  for (const { hook } of asks) tally.settled.add(hook);
  endAs(tally, 'approved');
  markApproved(tally.ctx);
  if (change !== undefined && change !== tally.value) return rerunWith(round, change);
  try {
    await storeInTime(tally, grant(round));
  } catch (error) {
    // The yes counts for this step. The next step asks again.
    storeFailed(round, error);
  }
  tally.asks = undefined;
  return undefined;
}

function rerunWith(round: ApprovalRound, value: unknown): MaybePromise<Ruling | undefined> {
  const { tally } = round;
  const { name, slot } = tally.slot.definition;
  const problem = slot === undefined ? 'nothing to change' : checkValue(name, slot, value);
  if (problem !== undefined || reroute(tally, value) !== undefined) {
    const reason = 'The approver changed the value into something that cannot run.';
    return refuse(round, 'invalid_verdict', reason);
  }
  if (++tally.rounds >= MAX_ROUNDS)
    return refuse(round, 'approval_loop', 'Approval went round too often.');
  tally.rerunWith(value);
  return tally.rerun();
}

/** Lets the ask wait if the host can wait; otherwise refuses it with this code. */
async function suspend(round: ApprovalRound, code: string, otherwise: string): Promise<Ruling> {
  const { tally, asks, reason, token } = round;
  const suspension = suspensionOf(tally);
  const { suspends } = sourceOf(tally.ctx);
  if (tally.ctx.event !== 'preToolCall' || !suspends || suspension === undefined)
    return refuse(round, code, otherwise);
  try {
    await storeInTime(tally, suspension.suspend(round));
  } catch (error) {
    const failed = storeFailed(round, error);
    return refuse(round, failed.code, failed.reason);
  }
  endAs(tally, 'suspended');
  decide(tally.ctx, asks[0]?.hook);
  return { decision: 'ask', reason, token };
}

function refuse(
  { tally, asks }: Asked,
  code: string,
  reason: string,
  settled: Settled = 'refused',
): DenyVerdict {
  endAs(tally, settled);
  decide(tally.ctx, asks[0]?.hook);
  return { decision: 'deny', code, reason };
}

function endAs(tally: Tally, settled: Settled): void {
  tally.asked = { ...tally.asked!, settled };
}
