import type { ResumeAnswer } from '../contract/decisions/approval.ts';
import type { Settled } from '../contract/decisions/record.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { Tool } from '../contract/values/index.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import { suspendAsk, takeAnswer, takeAsked } from './stored-approvals.ts';
import { approvalKey, bindingOf, grant, isGranted, type ApprovalRound } from './approval-round.ts';
import { askApprover } from './ask-approver.ts';
import { checkValue } from '../registry/events/value-checks.ts';
import { decide, markApproved, originOf, payloadOf } from '../gate/context/context-state.ts';
import { emissionOf } from '../gate/context/event-context.ts';
import type { Fold, PendingAsk } from '../gate/tally.ts';
import { reportHookError } from '../records/tell-observers.ts';
import { reroute } from '../gate/rerouted-call.ts';
import type { Ruling } from '../gate/run-gate.ts';

const MAX_ROUNDS = 3;

/**
 * Settles every ask of a gate at once, on the final value.
 *
 * @returns undefined when the asks are approved and the rest of what was said stands.
 */
export async function settleAsk(
  fold: Fold,
  asks: readonly PendingAsk[],
): Promise<Ruling | undefined> {
  const digest = await bindingOf(fold, asks);
  fold.asked = { by: asks.map(({ hook }) => hook.label), settled: 'refused', digest };
  if (digest === undefined)
    return refuse(fold, asks, 'digest_unavailable', 'The value to approve is not plain data.');
  const reason = asks.map(({ verdict }) => verdict.reason).join('; ');
  const round: ApprovalRound = {
    fold,
    asks,
    reason,
    digest,
    token: crypto.randomUUID(),
    key: approvalKey(fold, digest),
  };
  if (await isGranted(round)) return approve(round);
  const { store, approver } = originOf(fold.ctx).registry.settings;
  const answered = await takeAnswer(store, round.key);
  if (answered !== undefined) return apply(round, answered);
  const { approval } = emissionOf(fold.ctx);
  if (approval === 'no') return refuse(fold, asks, 'approval_refused', reason);
  // Where an approver decides, only its own answer counts: the host's yes travels through the client's hands.
  if (approval === 'yes' && approver === undefined) {
    if (await takeAsked(store, round.key)) return approve(round);
    return refuse(fold, asks, 'approval_mismatch', 'What was approved is not what would run.');
  }
  return askSomebody(round);
}

async function askSomebody(round: ApprovalRound): Promise<Ruling | undefined> {
  const { fold, asks, reason, digest } = round;
  const { ctx } = fold;
  const origin = originOf(ctx);
  const { approver, approvalTimeoutMs } = origin.registry.settings;
  if (approver === undefined)
    return canSuspend(fold) ? suspend(round) : refuse(fold, asks, 'approver_unavailable', reason);
  const { tool } = payloadOf(ctx) as { readonly tool?: Tool };
  const request = {
    event: ctx.event,
    reason,
    by: fold.asked!.by,
    value: fold.value,
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
    return refuse(fold, asks, 'approval_timeout', 'Nobody answered in time.', 'timeout');
  if (reply.kind === 'failed') {
    reportHookError(origin, 'approver', ctx.event, reply.error, 'approver_failed');
    return refuse(fold, asks, 'approver_failed', 'The approver failed.');
  }
  if (!('suspend' in reply.answer)) return apply(round, reply.answer);
  return canSuspend(fold)
    ? suspend(round)
    : refuse(fold, asks, 'suspend_unsupported', 'This step cannot be suspended.');
}

async function apply(round: ApprovalRound, answer: ResumeAnswer): Promise<Ruling | undefined> {
  const { fold, asks, reason } = round;
  if (!answer.approved) return refuse(fold, asks, 'approval_refused', answer.reason ?? reason);
  return approve(round, answer.change);
}

async function approve(round: ApprovalRound, change?: unknown): Promise<Ruling | undefined> {
  const { fold, asks, digest } = round;
  const origin = originOf(fold.ctx);
  if (origin.aborted) throw origin.abortReason;
  if ((await bindingOf(fold, asks)) !== digest) {
    return refuse(
      fold,
      asks,
      'approval_mismatch',
      'The value changed while it was being approved.',
    );
  }
  fold.settled ??= new Set();
  for (const { hook } of asks) fold.settled.add(hook);
  endAs(fold, 'approved');
  markApproved(fold.ctx);
  if (change !== undefined && change !== fold.value) return rerunWith(round, change);
  await grant(round);
  fold.asks = undefined;
  return undefined;
}

function rerunWith(round: ApprovalRound, value: unknown): MaybePromise<Ruling | undefined> {
  const { fold, asks } = round;
  const { definition } = fold.slot;
  const problem =
    definition.slot === undefined
      ? 'nothing to change'
      : checkValue(definition.name, definition.slot, value);
  if (problem !== undefined || reroute(fold, value) !== undefined) {
    return refuse(
      fold,
      asks,
      'invalid_verdict',
      'The approver changed the value into something that cannot run.',
    );
  }
  if (++fold.rounds >= MAX_ROUNDS)
    return refuse(fold, asks, 'approval_loop', 'Approval went round too often.');
  fold.rerunWith(value);
  return fold.rerun();
}

async function suspend(round: ApprovalRound): Promise<Ruling | undefined> {
  const { fold, asks, reason } = round;
  const { ctx } = fold;
  const [first] = asks;
  const { store } = originOf(ctx).registry.settings;
  const { token } = round;
  const chat = { sessionId: ctx.session.id, chatId: ctx.chatId };
  await suspendAsk(store, round.key, chat, token, first?.verdict.timeoutMs);
  endAs(fold, 'suspended');
  decide(ctx, first?.hook);
  return { decision: 'ask', reason, token };
}

function refuse(
  fold: Fold,
  asks: readonly PendingAsk[],
  code: string,
  reason: string,
  settled: Settled = 'refused',
): DenyVerdict {
  endAs(fold, settled);
  decide(fold.ctx, asks[0]?.hook);
  return { decision: 'deny', code, reason };
}

function endAs(fold: Fold, settled: Settled): void {
  fold.asked = { ...fold.asked!, settled };
}

function canSuspend(fold: Fold): boolean {
  return fold.ctx.event === 'preToolCall' && originOf(fold.ctx).suspends;
}
