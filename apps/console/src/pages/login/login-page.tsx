import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement, type SubmitEvent } from 'react';

import { stringifySearch } from '../../app/address.ts';
import { meQuery, signIn } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { Failure, Loaded } from '../../parts/notices.tsx';
import { SignInProblem } from './sign-in-problem.tsx';

/** A way in: the one-time token that the guardian printed, or the organisation's own login. */
export function LoginPage(): ReactElement {
  const me = useQuery(meQuery);
  const { problem, to } = useSearch({ from: '/login' });
  useEffect(() => {
    document.title = 'Sign in · Interpose';
  }, []);
  return (
    <main className="login">
      <div className="login-card">
        <p className="brand">
          <img src="/icon.svg" alt="" width="24" height="24" />
          Interpose
        </p>
        <h1>Sign in</h1>
        {problem !== undefined && <SignInProblem code={problem} />}
        <Loaded query={me} lines={3}>
          {({ login }) => (
            <>
              {login.oidc && (
                <a className="button primary" href={`/auth/oidc${stringifySearch({ to })}`}>
                  Sign in with your organisation
                </a>
              )}
              {login.oidc && login.token && <p className="or dim">or</p>}
              {login.token && <TokenForm />}
              {!login.oidc && !login.token && (
                <p>
                  This guardian lets nobody in. Configure OIDC or the one-time token, and start it
                  again.
                </p>
              )}
            </>
          )}
        </Loaded>
      </div>
    </main>
  );
}

function TokenForm(): ReactElement {
  const [token, setToken] = useState(takeTokenOfAddress);
  const enter = useEnter();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: string) => enter(given.trim()),
  });
  useLinks(token, mutate);
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        mutate(token);
      }}
    >
      <Field
        label="One-time token"
        value={token}
        onChange={setToken}
        hint="The guardian printed it when it started; an admin makes you another under Settings."
        type="password"
        focus
      />
      <Button kind="primary" type="submit" isPending={isPending} isDisabled={token.trim() === ''}>
        Sign in
      </Button>
      {error !== null && <Failure error={error} />}
    </form>
  );
}

/** A sign-in link is used once, when the page opens, or when it is opened in a page that is there. */
function useLinks(token: string, use: (given: string) => void): void {
  const [ofLink] = useState(token);
  useEffect(() => {
    if (ofLink !== '') use(ofLink);
    const hear = (): void => {
      const given = takeTokenOfAddress();
      if (given !== '') use(given);
    };
    addEventListener('hashchange', hear);
    return () => removeEventListener('hashchange', hear);
  }, [ofLink, use]);
}

/** Signs in and opens the page that was asked for; an address of another site is never opened. */
function useEnter(): (token: string) => Promise<void> {
  const client = useQueryClient();
  const { to = '/' } = useSearch({ from: '/login' });
  return async (token) => {
    client.setQueryData(meQuery.queryKey, await signIn(token));
    location.assign(to.startsWith('/') && !to.startsWith('//') && !to.includes('\\') ? to : '/');
  };
}

/** Reads the token of a sign-in link and takes it out of the address and the history. */
function takeTokenOfAddress(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
