import { queryOptions } from '@tanstack/react-query';
import type { Me, Role } from '@interpose/guardian-api';

import { get, rememberCsrf, RequestError, write } from './request.ts';

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, approver: 1, admin: 2 };

/** Whether this person may do what the role may. */
export function may(me: Me | undefined, role: Role): boolean {
  const own = me?.person?.role;
  return own !== undefined && RANKS[own] >= RANKS[role];
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => remember(await get<Me>('/api/me', {}, signal)),
  staleTime: 60_000,
});

export async function signIn(token: string): Promise<Me> {
  return remember(await write<Me>('POST', '/api/login', { token }));
}

let leaving = false;

/** Ends the login and returns the page to open next: where the organisation's login ends its own, or ours. */
export async function signOut(): Promise<string> {
  leaving = true;
  try {
    // Somebody may have signed in anew in another tab, and this login has another word then.
    remember(await get<Me>('/api/me'));
    const { next } = await write<{ readonly next?: string }>('POST', '/api/logout');
    return next ?? '/login';
  } catch (error) {
    leaving = false;
    if (error instanceof RequestError && error.status === 401) return '/login';
    throw error;
  }
}

/** Whether the person is signing out, so that other requests of the page are refused on the way. */
export function isSigningOut(): boolean {
  return leaving;
}

function remember(me: Me): Me {
  if (me.csrf !== null) rememberCsrf(me.csrf);
  return me;
}
