/** The reasons for refusing a sign-in, as they stand in the address of the login page, which has a text for each. */
const reasons = [
  'sign_in_expired',
  'too_many',
  'provider_unreachable',
  'provider_refused',
  'proof_refused',
  'mail_unverified',
  'role_missing',
  'tenant_unknown',
] as const;

/** One of these reasons. */
type RefusalReason = (typeof reasons)[number];

/** A failed sign-in. Its message is for operators and holds no secret. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, problem: string) {
    super(problem);
    this.reason = reason;
  }
}
