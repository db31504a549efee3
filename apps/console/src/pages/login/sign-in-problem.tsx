import type { ReactElement } from 'react';

/** What the guardian says in the address of this page when somebody comes back from the provider and is not let in. */
const PROBLEMS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['sign_in_expired', ['That sign-in took too long, or began in another browser.', 'Try again.']],
  [
    'too_many',
    ['There were too many sign-ins from where you are.', 'Wait a minute, then try again.'],
  ],
  [
    'provider_unreachable',
    ['Your organisation’s login does not answer.', 'Try again in a moment.'],
  ],
  ['provider_refused', ['Your organisation’s login let nobody in.', 'Try again.']],
  [
    'proof_refused',
    [
      'What your organisation’s login sent could not be trusted.',
      'Try again; if it stays so, an operator finds the reason in the guardian’s log.',
    ],
  ],
  [
    'mail_unverified',
    [
      'Your organisation’s login does not vouch for your mail address.',
      'Verify the address there, then sign in again.',
    ],
  ],
  ['role_missing', ['You have no role here.', 'Ask for a group that has one, then sign in again.']],
  [
    'tenant_unknown',
    ['You are of no tenant of this guardian.', 'Ask an operator of the guardian.'],
  ],
]);

/** Says why somebody is back at the login, and what to do. */
export function SignInProblem({ code }: { readonly code: string }): ReactElement {
  const [problem, remedy] = PROBLEMS.get(code) ?? ['Nobody was signed in.', 'Try again.'];
  return (
    <div className="notice failure" role="alert">
      <p className="notice-title">{problem}</p>
      <div className="notice-text">
        <p>{remedy}</p>
        <p className="dim">Code: {code}</p>
      </div>
    </div>
  );
}
