import { Hono, type Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import type { Me, Role } from '@interpose/guardian-api';

import type { CommandKey } from '../people/command-key.ts';
import { sameText, type Entered, type Logins } from '../people/logins.ts';
import { addressOf } from '../limits/address-of.ts';
import { LimitPerKey } from '../limits/limit-per-key.ts';
import { mayAs, type Person } from '../people/roles.ts';
import { ApiError, readBody } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

const COOKIE = 'interpose';
const HALF_A_DAY_S = 43_200;
/** The most requests of one person in a minute. */
const MOST_REQUESTS = 1200;
/** The most sign-ins from one address in a minute. */
const MOST_SIGN_INS = 10;

/** Admits people who are signed in. A request that writes needs the token that only our own pages can read. */
export function signedIn({
  logins,
  command,
}: {
  readonly logins: Pick<Logins, 'find'>;
  readonly command: Pick<CommandKey, 'check'>;
}): ReturnType<typeof createMiddleware<ApiVariables>> {
  const limit = new LimitPerKey({ points: MOST_REQUESTS });
  return createMiddleware<ApiVariables>(async (c, next) => {
    const operator = command.check(c.req.header('authorization'));
    if (operator !== undefined) {
      c.set('person', operator);
      return next();
    }
    const secret = readCookie(c);
    const person = secret === undefined ? undefined : await logins.find(secret);
    if (person === undefined || secret === undefined) throw notSignedIn();
    if (!(await limit.take(person.id))) throw tooMany();
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead && !sameText(c.req.header('x-csrf') ?? '', person.csrf))
      throw new ApiError(403, 'csrf', 'the header x-csrf is not that of this login', {
        remedy: 'send the csrf of /api/me',
      });
    c.set('person', person);
    c.set('secret', secret);
    return next();
  });
}

/** Refuses people with a lower role. */
export function needs(role: Role): ReturnType<typeof createMiddleware<ApiVariables>> {
  return createMiddleware<ApiVariables>(async (c, next) => {
    if (mayAs(c.get('person').role, role)) return next();
    throw new ApiError(403, 'role', `this takes the role ${role}`, {
      remedy: 'ask an admin for it',
    });
  });
}

const login = z.object({ token: z.string().min(1).max(500) });

/** The routes for the current person, signing in with a one-time token, and signing out. */
export function signInRoutes(parts: GuardianParts): Hono<ApiVariables> {
  const { logins, config } = parts;
  const limit = new LimitPerKey({ points: MOST_SIGN_INS });
  return new Hono<ApiVariables>()
    .get('/me', async (c) => {
      const secret = readCookie(c);
      return c.json(me(parts, secret === undefined ? undefined : await logins.find(secret)));
    })
    .post('/login', async (c) => {
      if (!(await limit.take(placeOf(c, config)))) throw tooMany();
      const { token } = await readBody(c, login);
      const entered = await logins.enterOnce(token);
      if (entered === undefined)
        throw new ApiError(401, 'token_unknown', 'this token was never given, or was used', {
          remedy: 'ask an admin for a new link, or start the guardian again',
        });
      writeCookie(c, entered, isSecure(config.publicUrl));
      return c.json(me(parts, entered.person));
    })
    .post('/logout', signedIn(parts), async (c) => {
      const secret = c.get('secret');
      if (secret !== undefined) await logins.leave(secret);
      deleteCookie(c, COOKIE, { path: '/' });
      const next = c.get('person').ofProvider ? await leaveProvider(parts) : undefined;
      return c.json({ ...me(parts, undefined), ...(next === undefined ? {} : { next }) });
    });
}

/** Returns where the provider ends its login. The person is signed out here even if the provider does not answer. */
async function leaveProvider({ provider, address }: GuardianParts): Promise<string | undefined> {
  return provider?.leave(new URL('/login', address()).href).catch(() => undefined);
}

/** Sets the cookie of a login; no script can read it, and no other site can send it. */
export function writeCookie(c: Context, { secret }: Entered, secure: boolean): void {
  setCookie(c, COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: HALF_A_DAY_S,
  });
}

/** Whether people use https. */
export function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/** Returns the place of a request, for limits. */
export function placeOf(
  c: Context<ApiVariables>,
  { proxies }: Pick<GuardianParts['config'], 'proxies'>,
): string {
  return addressOf(c.env.remote, c.req.header('x-forwarded-for'), proxies);
}

function readCookie(c: Context): string | undefined {
  return getCookie(c, COOKIE);
}

function me({ config }: GuardianParts, person: Person | undefined): Me {
  const { tenant = 'default', csrf = null } = person ?? {};
  return {
    person: person === undefined ? null : shown(person),
    tenant: { id: tenant, name: tenant },
    csrf,
    login: { token: true, oidc: config.oidcIssuer !== undefined },
  };
}

function shown({ id, name, email, role }: Person): NonNullable<Me['person']> {
  return { id, name, ...(email === undefined ? {} : { email }), role };
}

function notSignedIn(): ApiError {
  return new ApiError(401, 'not_signed_in', 'nobody is signed in', {
    remedy: 'sign in with POST /api/login',
  });
}

function tooMany(): ApiError {
  return new ApiError(429, 'too_many_requests', 'too many requests in a minute', {
    remedy: 'wait a minute',
  });
}
