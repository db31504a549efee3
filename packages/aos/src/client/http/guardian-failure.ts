/**
 * All ways in which a guardian can fail to decide; the code is in the decision record.
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

/** Thrown when a guardian gave no decision. */
export class GuardianFailure extends Error {
  override readonly name: string = 'GuardianFailure';
  readonly code: GuardianFailureCode;
  /** False if no byte of the request can have arrived, so that a retry is safe. */
  readonly sent: boolean;
  /** True if the failure concerns the whole guardian, not only this request. */
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

/** Returns the failure for a status without a decision: 413 concerns the request, 500 and above the guardian. */
export function statusFailure(status: number | undefined): GuardianFailure {
  if (status === 413) return new GuardianFailure('guardian_request_too_large');
  const outage = status === undefined || status >= 500;
  return new GuardianFailure('guardian_status', { outage, cause: status });
}
