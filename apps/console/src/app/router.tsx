import { QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';

import { isSigningOut, meQuery } from '../api/person.ts';
import { RequestError } from '../api/request.ts';
import { Failure, Loading } from '../parts/notices.tsx';
import { parseSearch, stringifySearch, textOf, type Search } from './address.ts';
import { Frame } from './frame.tsx';
import { Lost } from './lost.tsx';
import { present, readFilters, type SessionFilters } from './session-filters.ts';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // Whoever's login ended signs in again and comes back to where they were.
      if (!(error instanceof RequestError) || error.status !== 401) return;
      if (isSigningOut()) return;
      const here = location.pathname + location.search;
      location.assign(`/login?to=${encodeURIComponent(here)}`);
    },
  }),
  defaultOptions: {
    // Without a network, a read fails at once, and an answer or a stop is not kept to be sent later.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5000,
      // What the guardian refused, it refuses again.
      retry: (times, error) => times < 2 && !(error instanceof RequestError && error.status > 0),
    },
  },
});

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: Lost,
  errorComponent: ({ error }) => <Failure error={error} onRetry={() => location.reload()} />,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { to?: string; problem?: string } =>
    present({ to: textOf(search['to']), problem: textOf(search['problem']) }),
  component: lazyRouteComponent(() => import('../pages/login/login-page.tsx'), 'LoginPage'),
});

/** Every page but the login: for people who are signed in. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: Frame,
  beforeLoad: async ({ location: { href } }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (me.person === null)
      // The router takes a thrown redirect for what it is.
      // oxlint-disable-next-line typescript/only-throw-error
      throw redirect({ to: '/login', search: href === '/' ? {} : { to: href } });
  },
});

const live = createRoute({
  getParentRoute: () => framed,
  path: '/',
  validateSearch: (search): { verb?: string } => present({ verb: textOf(search['verb']) }),
  component: lazyRouteComponent(() => import('../pages/live/live-page.tsx'), 'LivePage'),
});

const sessions = createRoute({
  getParentRoute: () => framed,
  path: '/sessions',
  validateSearch: (search): SessionFilters => readFilters(search as Search),
  component: lazyRouteComponent(
    () => import('../pages/sessions/sessions-page.tsx'),
    'SessionsPage',
  ),
});

const session = createRoute({
  getParentRoute: () => framed,
  path: '/sessions/$id',
  validateSearch: (search): { step?: string } => present({ step: textOf(search['step']) }),
  component: lazyRouteComponent(() => import('../pages/session/session-page.tsx'), 'SessionPage'),
});

const approvals = createRoute({
  getParentRoute: () => framed,
  path: '/approvals',
  validateSearch: (search): { id?: string; state?: 'all' } => ({
    ...present({ id: textOf(search['id']) }),
    ...(search['state'] === 'all' ? { state: 'all' } : {}),
  }),
  component: lazyRouteComponent(
    () => import('../pages/approvals/approvals-page.tsx'),
    'ApprovalsPage',
  ),
});

/** The link in messages to people. */
const approval = createRoute({
  getParentRoute: () => framed,
  path: '/approvals/$id',
  beforeLoad: ({ params: { id } }) => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/approvals', search: { id }, replace: true });
  },
});

const policies = createRoute({
  getParentRoute: () => framed,
  path: '/policies',
  validateSearch: (search): { draft?: string; span?: string } =>
    present({ draft: textOf(search['draft']), span: textOf(search['span']) }),
  component: lazyRouteComponent(
    () => import('../pages/policies/policies-page.tsx'),
    'PoliciesPage',
  ),
});

const agents = createRoute({
  getParentRoute: () => framed,
  path: '/agents',
  component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
});

const audit = createRoute({
  getParentRoute: () => framed,
  path: '/audit',
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const settings = createRoute({
  getParentRoute: () => framed,
  path: '/settings',
  validateSearch: (search): { tab?: string } => present({ tab: textOf(search['tab']) }),
  component: lazyRouteComponent(
    () => import('../pages/settings/settings-page.tsx'),
    'SettingsPage',
  ),
});

const pages = [
  live,
  approvals,
  approval,
  sessions,
  session,
  policies,
  agents,
  audit,
  settings,
] as const;
const tree = root.addChildren([login, framed.addChildren([...pages])]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultNotFoundComponent: Lost,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
