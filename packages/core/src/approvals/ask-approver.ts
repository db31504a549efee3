import { followSignal } from '../context/follow-signal.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../contract/decisions/approval.ts';
import { readAnswer } from './read-answer.ts';
import { LONGEST_TIMER_MS } from '../sessions/longest-timer.ts';

/** How asking an approver ended. */
export type ApproverReply =
  | { readonly kind: 'answer'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Asks an approver one question, with a time limit.
 *
 * @throws the abort reason of the chat if the chat aborts in the meantime.
 */
export async function askApprover(
  approver: Approver,
  request: Omit<ApprovalRequest, 'signal' | 'expiresAt'>,
  timeoutMs: number,
  chatSignal: AbortSignal,
): Promise<ApproverReply> {
  const controller = new AbortController();
  const signal = AbortSignal.any([chatSignal, controller.signal]);
  const expiresAt = Date.now() + timeoutMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  const silence = new Promise<ApproverReply>((resolve, reject) => {
    unfollow = followSignal(chatSignal, reject);
    if (Number.isFinite(timeoutMs))
      timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), { kind: 'timeout' });
  });
  try {
    return await Promise.race([put(approver, { ...request, signal, expiresAt }), silence]);
  } finally {
    clearTimeout(timer);
    unfollow?.();
    controller.abort();
  }
}

async function put(approver: Approver, request: ApprovalRequest): Promise<ApproverReply> {
  try {
    return { kind: 'answer', answer: readAnswer(await approver(request)) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
