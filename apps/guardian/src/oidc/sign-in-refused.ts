/** Why somebody did not come in through the provider, for the address of the login page, which says each in words. */
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

/** A sign-in that came to nothing; its message is for operators and holds nothing that was sent in secret. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, problem: string) {
    super(problem);
    this.reason = reason;
  }
}
