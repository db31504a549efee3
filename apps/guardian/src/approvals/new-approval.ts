import { hash } from 'node:crypto';

import type { ApprovalRequest, ToolCall } from '@interpose/core';

import type { ApprovalRule } from '../config/config.ts';
import { wholeText } from '../decisions/redact-payload.ts';
import { callIdOf, type AskedStep } from '../decisions/step-notes.ts';
import { withStorableTexts } from '../storage/storable-text.ts';
import type { ApprovalRow } from './approval.ts';

/** The ask, and its value as people see it. */
interface Asked {
  readonly notes: AskedStep;
  readonly request: ApprovalRequest;
  readonly shown: unknown;
}

/**
 * Makes the row of a waiting ask, under the first rule that fits. An ask for another agent's step gets its own row.
 * Arguments are kept whole, since people approve what they see.
 */
export function newApproval(
  tenant: string,
  rules: readonly ApprovalRule[],
  { notes, request, shown }: Asked,
): ApprovalRow {
  const { event, sessionId, chatId, agent, user, tool, by, value, digest } = request;
  const step = notes.wireOf(request)?.stepId ?? request.token;
  const {
    quorum = 1,
    role = 'approver',
    expiresMs,
    escalateAfterMs,
  } = ruleOf(rules, request) ?? {};
  const now = Date.now();
  const args = event === 'preToolCall' ? (shown as ToolCall).args : shown;
  return withStorableTexts({
    id: crypto.randomUUID(),
    tenant,
    session_id: sessionId,
    chat_id: chatId,
    step_key: stepKeyOf(request, callIdOf({ call: value }), step),
    agent: agent.name ?? agent.id,
    user_id: user?.id ?? null,
    event,
    tool: tool?.name ?? null,
    args: wholeText(args),
    question: request.reason,
    by_names: by,
    state: 'waiting',
    digest,
    asked_at: now,
    expires_at: Math.min(lastMoment(request.expiresAt, now), now + (expiresMs ?? Infinity)),
    needed: quorum,
    role,
    ...UNANSWERED,
    escalate_at: escalateAfterMs === undefined ? null : now + escalateAfterMs,
  } satisfies ApprovalRow) as ApprovalRow;
}

/** Returns what the asks of one step share: an agent that asks again finds its ask. */
export function stepKeyOf(
  {
    sessionId,
    chatId,
    event,
    agent,
  }: Pick<ApprovalRequest, 'sessionId' | 'chatId' | 'agent'> & {
    readonly event: string;
  },
  callId: string,
  step: string,
): string {
  const parts = [sessionId, chatId, event, callId, step, agent.name ?? agent.id];
  return hash('sha256', JSON.stringify(parts));
}

/** Returns until when people may answer: a little earlier than the step gives up, so that no answer comes too late. */
function lastMoment(expiresAt: number, now: number): number {
  const graceMs = Math.max(Math.min(GRACE_MS, (expiresAt - now) / 10), 0);
  return Math.min(Math.floor(expiresAt - graceMs), LAST_DATE);
}

const GRACE_MS = 1000;
/** The latest time that a date can be. An ask without a limit waits until then. */
const LAST_DATE = 8.64e15;

const UNANSWERED = { answers: '[]', outcome: null, conversation: '[]', escalated_at: null };

function ruleOf(
  rules: readonly ApprovalRule[],
  { by, tool }: ApprovalRequest,
): ApprovalRule | undefined {
  return rules.find(
    (rule) =>
      (rule.tool === undefined || rule.tool === tool?.name) &&
      (rule.by === undefined || by.some((name) => fits(name, rule.by ?? ''))),
  );
}

/** Whether a name fits a pattern; `*` matches any text. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}
