/**
 * Every way a guardian can fail to decide; the code is on the decision record.
 *
 * @example
 * const code: GuardianFailureCode = 'guardian_timeout';
 */
export type GuardianFailureCode =
  | 'guardian_timeout'
  | 'guardian_unreachable'
  | 'guardian_status'
  | 'guardian_answer_invalid'
  | 'guardian_answer_too_large'
  | 'guardian_error'
  | 'guardian_circuit_open'
  | 'guardian_pending_timeout'
  | 'guardian_request_too_large'
  | 'guardian_request_unsendable'
  | 'guardian_method_unsupported';

/** A guardian that gave no decision. */
export class GuardianFailure extends Error {
  override readonly name: string = 'GuardianFailure';
  readonly code: GuardianFailureCode;
  /** False where not a byte of the request can have arrived, so that asking again is safe. */
  readonly sent: boolean;
  /** True when it speaks against the guardian as a whole, not only against this request. */
  readonly outage: boolean;

  constructor(
    code: GuardianFailureCode,
    details: { readonly sent?: boolean; readonly outage?: boolean; readonly cause?: unknown } = {},
  ) {
    super(code, { cause: details.cause });
    this.code = code;
    this.sent = details.sent ?? true;
    this.outage = details.outage ?? false;
  }
}

/** A status that is no decision: 413 is about this request, 500 and more about the guardian. */
export function statusFailure(status: number | undefined): GuardianFailure {
  if (status === 413) return new GuardianFailure('guardian_request_too_large');
  const outage = status === undefined || status >= 500;
  return new GuardianFailure('guardian_status', { outage, cause: status });
}
