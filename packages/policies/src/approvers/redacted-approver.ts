import {
  checkOptions,
  InterposeError,
  readAnswer,
  type ApprovalAnswer,
  type Approver,
  type Policy,
} from '@interpose/core';

import { redactorsOf } from '../shared/redaction/redaction-policy.ts';
import { restoreUntouched, type Redacted } from './restore-untouched.ts';

/**
 * Wraps an approver so that it does not see what these policies redact: placeholders such as `<EMAIL_ADDRESS>` stand in
 * the value and the reason. The digest stays that of the real value, which is the value that runs.
 *
 * @throws InterposeError `invalid_option` for a policy that redacts nothing.
 * @example
 * const approver = redactedApprover(askInChat, [redactSecrets(), redactPersonal()]);
 * createHooks({ approver });
 */
export function redactedApprover(approver: Approver, policies: readonly Policy[]): Approver;
export function redactedApprover(
  approver: Approver,
  policies: readonly Policy[],
  ...more: readonly unknown[]
): Approver {
  checkOptions('redactedApprover', undefined, [], more);
  if (typeof approver !== 'function')
    throw new InterposeError(
      'invalid_option',
      'redactedApprover: needs an approver',
      'pass a function of the request first',
    );
  const redactors = redactorsOf('redactedApprover', policies);
  return async (request) => {
    const placeholders: string[] = [];
    const redact = <T>(value: T): T =>
      redactors.reduce((left, redactor) => {
        const placed = redactor.place(left);
        placeholders.push(...placed.placeholders);
        return placed.shown;
      }, value);
    const reason = redact(request.reason);
    placeholders.length = 0;
    const shown = redact(request.value);
    const answer = readAnswer(await approver({ ...request, value: shown, reason }));
    return withRealValues(answer, { shown, real: request.value, placeholders });
  };
}

/** Puts the real values into the change of an answer, wherever the approver left the shown value alone. */
function withRealValues(answer: ApprovalAnswer, redacted: Redacted): ApprovalAnswer {
  const change: unknown = (answer as { readonly change?: unknown }).change;
  if (change === undefined || redacted.shown === redacted.real) return answer;
  const restored = restoreUntouched(change, redacted);
  if (restored.isWhole) return { ...answer, change: restored.value } as ApprovalAnswer;
  return {
    approved: false,
    reason: `The change writes ${restored.placeholder}, which stands for a value that was not shown.`,
  };
}
