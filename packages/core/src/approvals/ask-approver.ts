import { followSignal } from '../context/follow-signal.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../contract/decisions/approval.ts';

/** How the question to an approver ended. */
export type ApproverReply =
  | { readonly kind: 'answer'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Puts one question to an approver within a time limit.
 *
 * @throws the abort reason of the chat when it aborts meanwhile.
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
      timer = setTimeout(resolve, Math.min(timeoutMs, MAX_TIMER_MS), { kind: 'timeout' });
  });
  try {
    return await Promise.race([put(approver, { ...request, signal, expiresAt }), silence]);
  } finally {
    clearTimeout(timer);
    unfollow?.();
    controller.abort();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

async function put(approver: Approver, request: ApprovalRequest): Promise<ApproverReply> {
  try {
    const answer: unknown = await approver(request);
    if (isAnswer(answer)) return { kind: 'answer', answer };
    return {
      kind: 'failed',
      error: new TypeError('an approver gave an answer that cannot be read'),
    };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function isAnswer(value: unknown): value is ApprovalAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { approved, suspend } = value as {
    readonly approved?: unknown;
    readonly suspend?: unknown;
  };
  return suspend === true ? approved === undefined : typeof approved === 'boolean';
}
