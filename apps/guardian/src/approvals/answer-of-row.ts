import type { ApprovalAnswer, ApprovalRequest, ToolCall } from '@interpose/core';

import type { AskedStep } from '../decisions/step-notes.ts';
import { answersOf, type ApprovalRow } from './approval.ts';
import { restoreValues } from './restore-values.ts';

/**
 * Returns a person's answer in place of the tool: the hooks are asked again, and the first hook returns it. Undefined
 * without one, or if the agent would not take it: it is then denied, with the answer as the reason.
 */
export function answerInstead(
  row: ApprovalRow,
  notes: AskedStep,
  request: ApprovalRequest,
): ApprovalAnswer | undefined {
  if (row.state !== 'answered' || request.event !== 'preToolCall') return undefined;
  const call = request.value as ToolCall;
  if (notes.wireOf(request)?.takesAnswers !== true) return undefined;
  const { by, words } = spokenIn(row);
  notes.answerWith(request, { result: outcomeOf(row).result, words, by: row.by_names });
  return { approved: true, ...by, digest: row.digest, change: { ...call } };
}

/** Returns what the agent gets for a row that has ended. */
export function answerOf(
  row: ApprovalRow,
  { shown, real }: { readonly shown: unknown; readonly real: unknown },
): ApprovalAnswer {
  const { by, words } = spokenIn(row);
  const { change, result } = outcomeOf(row);
  switch (row.state) {
    case 'approved':
      return { approved: true, ...by, digest: row.digest };
    case 'changed': {
      if (row.outcome === null)
        return { approved: false, ...by, reason: 'The change is no longer kept.' };
      const value = row.event === 'preToolCall' ? { ...(shown as ToolCall), args: change } : change;
      const restored = restoreValues(value, shown, real);
      if (restored !== undefined)
        return { approved: true, ...by, digest: row.digest, change: restored.value };
      return {
        approved: false,
        ...by,
        reason: 'The change holds a placeholder of a value that was not shown.',
      };
    }
    case 'answered':
      if (row.outcome === null)
        return { approved: false, ...by, reason: 'The answer is no longer kept.' };
      return {
        approved: false,
        ...by,
        reason: typeof result === 'string' ? result : JSON.stringify(result),
      };
    case 'denied':
      return { approved: false, ...by, ...(words === undefined ? {} : { reason: words }) };
    default:
      return { approved: false, reason: 'Nobody answered in time.' };
  }
}

function spokenIn(row: ApprovalRow): {
  readonly by: { readonly by?: string };
  readonly words: string | undefined;
} {
  const last = answersOf(row).at(-1);
  return { by: last === undefined ? {} : { by: last.by }, words: last?.words };
}

function outcomeOf({ outcome }: ApprovalRow): {
  readonly change?: unknown;
  readonly result?: unknown;
} {
  return outcome === null ? {} : (JSON.parse(outcome) as { change?: unknown; result?: unknown });
}
