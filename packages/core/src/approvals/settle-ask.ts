import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { Settled } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { Tool } from '../contract/values/index.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import { claimApprovalAnswer, suspendAsk, takeAsked } from './stored-approvals.ts';
import { approvalKey, type ApprovalRound, bindingOf, grant, isGranted } from './approval-round.ts';
import { askApprover } from './ask-approver.ts';
import { checkValue } from '../registry/events/value-checks.ts';
import { decide, emissionOf, markApproved, payloadOf, sourceOf } from '../context/context-state.ts';
import { type PendingAsk, reroute, type Tally } from '../context/tally.ts';
import { reportHookError } from '../records/tell-observers.ts';
import type { Ruling } from '../context/ruling.ts';

const MAX_ROUNDS = 3;

/**
 * Settles every ask of a gate at once, on the final value.
 *
 * @returns undefined when the asks are approved and the rest of what was said stands.
 */
export async function settleAsk(
  tally: Tally,
  asks: readonly PendingAsk[],
): Promise<Ruling | undefined> {
  const digest = await bindingOf(tally, asks);
  tally.asked = {
    by: asks.map(({ hook }) => hook.label),
    settled: 'refused',
    digest,
    verdicts: asks.map(({ verdict }) => verdict),
  };
  if (digest === undefined)
    return refuse(tally, asks, 'digest_unavailable', 'The value to approve is not plain data.');
  const reason = asks.map(({ verdict }) => verdict.reason).join('; ');
  const round: ApprovalRound = {
    tally,
    asks,
    reason,
    digest,
    token: crypto.randomUUID(),
    key: approvalKey(tally, digest),
  };
  if (await isGranted(round)) return approve(round);
  const { store, approver } = sourceOf(tally.ctx).registry.settings;
  const answered = await claimApprovalAnswer(store, round.key);
  if (answered !== undefined) return apply(round, answered);
  const { approval } = emissionOf(tally.ctx);
  if (approval === 'no') return refuse(tally, asks, 'approval_refused', reason);
  // Where an approver decides, only its own answer counts: the host's yes travels through the client's hands.
  if (approval === 'yes' && approver === undefined) {
    if (await takeAsked(store, round.key)) return approve(round);
    return refuse(tally, asks, 'approval_mismatch', 'What was approved is not what would run.');
  }
  return askSomebody(round);
}

async function askSomebody(round: ApprovalRound): Promise<Ruling | undefined> {
  const { tally, asks, reason, digest } = round;
  const { ctx } = tally;
  const origin = sourceOf(ctx);
  const { approver, approvalTimeoutMs } = origin.registry.settings;
  if (approver === undefined)
    return canSuspend(tally) ? suspend(round) : refuse(tally, asks, 'approver_unavailable', reason);
  const { tool } = payloadOf(ctx) as { readonly tool?: Tool };
  const request = {
    event: ctx.event,
    reason,
    by: tally.asked!.by,
    value: tally.value,
    ...(tool === undefined ? {} : { tool }),
    digest,
    token: round.token,
    sessionId: ctx.session.id,
    chatId: ctx.chatId,
    agent: ctx.agent,
    ...(ctx.user === undefined ? {} : { user: ctx.user }),
  };
  const timeouts = asks.map(({ verdict }) => verdict.timeoutMs ?? approvalTimeoutMs);
  const reply = await askApprover(approver, request, Math.min(...timeouts), ctx.signal);
  if (reply.kind === 'timeout')
    return refuse(tally, asks, 'approval_timeout', 'Nobody answered in time.', 'timeout');
  if (reply.kind === 'failed') {
    reportHookError(origin, 'approver', ctx.event, reply.error, 'approver_failed');
    return refuse(tally, asks, 'approver_failed', 'The approver failed.');
  }
  if (!('suspend' in reply.answer)) return apply(round, reply.answer);
  return canSuspend(tally)
    ? suspend(round)
    : refuse(tally, asks, 'suspend_unsupported', 'This step cannot be suspended.');
}

async function apply(round: ApprovalRound, answer: ResumeAnswer): Promise<Ruling | undefined> {
  const { tally, asks, reason } = round;
  tally.asked = {
    ...tally.asked!,
    approvedBy: typeof answer.by === 'string' ? answer.by : undefined,
  };
  if (!answer.approved) return refuse(tally, asks, 'approval_refused', answer.reason ?? reason);
  return approve(round, answer.change);
}

async function approve(round: ApprovalRound, change?: unknown): Promise<Ruling | undefined> {
  const { tally, asks, digest } = round;
  const origin = sourceOf(tally.ctx);
  if (origin.aborted) throw origin.abortReason;
  if ((await bindingOf(tally, asks)) !== digest) {
    return refuse(
      tally,
      asks,
      'approval_mismatch',
      'The value changed while it was being approved.',
    );
  }
  tally.settled ??= new Set();
  for (const { hook } of asks) tally.settled.add(hook);
  endAs(tally, 'approved');
  markApproved(tally.ctx);
  if (change !== undefined && change !== tally.value) return rerunWith(round, change);
  await grant(round);
  tally.asks = undefined;
  return undefined;
}

function rerunWith(round: ApprovalRound, value: unknown): MaybePromise<Ruling | undefined> {
  const { tally, asks } = round;
  const { definition } = tally.slot;
  const problem =
    definition.slot === undefined
      ? 'nothing to change'
      : checkValue(definition.name, definition.slot, value);
  if (problem !== undefined || reroute(tally, value) !== undefined) {
    return refuse(
      tally,
      asks,
      'invalid_verdict',
      'The approver changed the value into something that cannot run.',
    );
  }
  if (++tally.rounds >= MAX_ROUNDS)
    return refuse(tally, asks, 'approval_loop', 'Approval went round too often.');
  tally.rerunWith(value);
  return tally.rerun();
}

async function suspend(round: ApprovalRound): Promise<Ruling | undefined> {
  const { tally, asks, reason } = round;
  const { ctx } = tally;
  const [first] = asks;
  const { store } = sourceOf(ctx).registry.settings;
  const { token } = round;
  const chat = { sessionId: ctx.session.id, chatId: ctx.chatId };
  await suspendAsk(store, round.key, chat, token, first?.verdict.timeoutMs);
  endAs(tally, 'suspended');
  decide(ctx, first?.hook);
  return { decision: 'ask', reason, token };
}

function refuse(
  tally: Tally,
  asks: readonly PendingAsk[],
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

function canSuspend(tally: Tally): boolean {
  return tally.ctx.event === 'preToolCall' && sourceOf(tally.ctx).suspends;
}
