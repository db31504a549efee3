import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { waitingQuery } from '../api/approvals.ts';
import { useConnection } from '../api/live.ts';
import { meQuery, signOut } from '../api/person.ts';
import { KeyHelp } from '../keys/key-help.tsx';
import { useKeys } from '../keys/key-map.ts';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/notices.tsx';
import { briefly } from '../parts/numbers.ts';
import { ZONE } from '../parts/times.tsx';
import { PAGES } from './pages.ts';
import { prefer, usePreferences } from './preferences.ts';
import { useRefreshing } from './refreshing.ts';

/** What stands around every page: where one can go, who one is, and how the line to the guardian is. */
export function Frame(): ReactElement {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const navigate = useNavigate();
  useRefreshing();
  useKeys('Everywhere', [
    { keys: '?', does: 'show the keys of this page', run: () => setHelpOpen(true) },
    ...PAGES.map(({ to, name, key }) => ({
      keys: `g ${key}`,
      does: `go to ${name}`,
      run: () => void navigate({ to }),
    })),
  ]);
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <aside className="side">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width="20" height="20" />
          Interpose
        </Link>
        <Nav />
        <Foot onHelp={() => setHelpOpen(true)} />
      </aside>
      <main id="main" tabIndex={-1}>
        <LineLost />
        <Outlet />
      </main>
      <KeyHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function Nav(): ReactElement {
  const { data: waiting = 0 } = useQuery(waitingQuery);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On narrow pages the navigation scrolls sideways.
    const link = nav.current?.querySelector(`[href="${sectionOf(pathname)}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav aria-label="Pages" ref={nav}>
      {PAGES.map(({ to, name }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          {name}
          {to === '/approvals' && waiting > 0 && (
            <span className="badge">
              {briefly(waiting)}
              <span className="unseen"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function sectionOf(pathname: string): string {
  return `/${pathname.split('/')[1] ?? ''}`;
}

function Foot({ onHelp }: { readonly onHelp: () => void }): ReactElement {
  const { data: me } = useQuery(meQuery);
  const { theme, density } = usePreferences();
  const leaving = useMutation({ mutationFn: leave });
  const nextTheme = ({ system: 'light', light: 'dark', dark: 'system' } as const)[theme];
  const nextDensity = density === 'dense' ? 'comfortable' : 'dense';
  return (
    <div className="side-foot">
      <p className="who">
        <b>{me?.person?.name}</b>
        <span className="dim">
          {me?.person?.role} · {me?.tenant?.name}
        </span>
      </p>
      <div className="side-tools">
        <Button kind="quiet" onPress={() => prefer({ theme: nextTheme })}>
          {`Theme: ${theme}`}
        </Button>
        <Button kind="quiet" onPress={() => prefer({ density: nextDensity })}>
          {density === 'dense' ? 'Rows: dense' : 'Rows: roomy'}
        </Button>
        <Button kind="quiet" onPress={onHelp} keys="?">
          Keys
        </Button>
        <Button
          kind="quiet"
          isPending={leaving.isPending || leaving.isSuccess}
          onPress={() => leaving.mutate()}
        >
          Sign out
        </Button>
      </div>
      {leaving.isError && <Failure error={leaving.error} />}
      <p className="dim zone">Times in {ZONE}</p>
    </div>
  );
}

async function leave(): Promise<void> {
  const next = await signOut();
  // The browser may keep this page, and show it again to whoever goes back.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  location.assign(next);
}

/** Says when the page no longer hears what happens; silence would look like calm. */
function LineLost(): ReactElement | undefined {
  if (useConnection() !== 'lost') return undefined;
  return (
    <p className="line-lost" role="status">
      Connection to the guardian lost. What you see may be out of date; the page reconnects by
      itself.
    </p>
  );
}
