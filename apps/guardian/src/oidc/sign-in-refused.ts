/** Why somebody did not come in through the provider; the page of the login says each code in words. */
export type RefusalCode =
  | 'sign_in_expired'
  | 'provider_unreachable'
  | 'provider_refused'
  | 'proof_refused'
  | 'mail_unverified'
  | 'role_missing'
  | 'tenant_unknown';

/** A sign-in that came to nothing; its message is for operators and holds nothing that was sent in secret. */
export class SignInRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, problem: string) {
    super(problem);
    this.code = code;
  }
}
