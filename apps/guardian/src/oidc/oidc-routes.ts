import { createHmac } from 'node:crypto';

import { Hono, type Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';

import type { ApiVariables, GuardianParts } from '../http/guardian-parts.ts';
import { isSecure, placeOf, writeCookie } from '../http/sign-in.ts';
import { LimitPerKey } from '../limits/limit-per-key.ts';
import { endLogins, enterPerson } from './enter-person.ts';
import {
  ATTEMPT_MS,
  providerOptions,
  type Attempt,
  type Provider,
  type ProviderOptions,
} from './provider.ts';
import { readClaims, subjectOf } from './read-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';

const COOKIE = 'interpose-sign-in';
/** The most attempts from one address in a minute: each costs the provider some requests. */
const MOST_TRIES = 30;
/** The most sign-ins of one account in a minute: each leaves a login. */
const MOST_SIGN_INS = 10;

/** The routes to the provider of the settings and back; none without a provider. */
export function oidcRoutes(parts: GuardianParts): Hono<ApiVariables> {
  const routes = new Hono<ApiVariables>();
  const { provider } = parts;
  const options = providerOptions(parts.config);
  if (provider === undefined || options === undefined) return routes;
  const attempts = attemptCookie(options, isSecure(parts.config.publicUrl));
  const tries = new LimitPerKey({ points: MOST_TRIES });
  const signIns = new LimitPerKey({ points: MOST_SIGN_INS });
  return routes
    .get('/auth/oidc', (c) =>
      orSayWhy(c, parts, async () => {
        await limited(tries, placeOf(c, parts.config));
        const { url, attempt } = await provider.begin(ownPage(c.req.query('to')));
        await attempts.write(c, attempt);
        return c.redirect(url.href);
      }),
    )
    .get('/auth/oidc/callback', (c) =>
      orSayWhy(c, parts, async () => {
        await limited(tries, placeOf(c, parts.config));
        const attempt = await attempts.take(c);
        const claims = await provider.finish(new URL(c.req.url).search, attempt);
        await limited(signIns, subjectOf(claims));
        const entered = await enter(parts, claims);
        writeCookie(c, entered, isSecure(parts.config.publicUrl));
        return c.redirect(attempt.to);
      }),
    );
}

async function limited(limit: LimitPerKey, whose: string): Promise<void> {
  if (!(await limit.take(whose)))
    throw new SignInRefused('too_many', 'too many sign-ins in a minute');
}

/** Signs a person in. A person who has lost access is signed out everywhere. */
async function enter(
  parts: GuardianParts,
  claims: Awaited<ReturnType<Provider['finish']>>,
): ReturnType<typeof enterPerson> {
  try {
    return await enterPerson(parts, readClaims(claims, parts.config));
  } catch (error) {
    if (error instanceof SignInRefused) await endLogins(parts.storage, subjectOf(claims));
    throw error;
  }
}

/** Shows an error on the login page; the operator gets more details. */
async function orSayWhy(
  c: Context,
  { told }: GuardianParts,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    told(`a sign-in was refused: ${error.reason}: ${error.message}`);
    return c.redirect(`/login?problem=${error.reason}`);
  }
}

interface AttemptCookie {
  write(c: Context, attempt: Attempt): Promise<void>;
  take(c: Context): Promise<Attempt>;
}

/** Keeps an attempt in the browser, signed, so that any guardian can continue it. */
function attemptCookie({ secret }: ProviderOptions, secure: boolean): AttemptCookie {
  const key = createHmac('sha256', secret).update('interpose sign-in').digest('base64');
  const prefix = secure ? ('host' as const) : undefined;
  return {
    write: (c, attempt) =>
      setSignedCookie(c, COOKIE, Buffer.from(JSON.stringify(attempt)).toString('base64url'), key, {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: ATTEMPT_MS / 1000,
        ...(prefix === undefined ? {} : { prefix }),
      }),
    take: async (c) => {
      const kept = await getSignedCookie(c, key, COOKIE, prefix);
      deleteCookie(c, COOKIE, { path: '/', secure, ...(prefix === undefined ? {} : { prefix }) });
      const attempt = typeof kept === 'string' ? read(kept) : undefined;
      if (attempt !== undefined && attempt.until > Date.now()) return attempt;
      throw new SignInRefused('sign_in_expired', 'this browser did not begin it, or long ago');
    },
  };
}

/** Reads an attempt; only signed values get here. */
function read(kept: string): Attempt {
  return JSON.parse(Buffer.from(kept, 'base64url').toString()) as Attempt;
}

/** Returns the address of a console page; the first page for anything else. */
function ownPage(to: string | undefined): string {
  const isOwn = to !== undefined && /^\/(?![/\\])[^\\\s]*$/.test(to);
  return isOwn ? to : '/';
}
