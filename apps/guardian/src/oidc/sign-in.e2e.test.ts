import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@interpose/faulty-servers';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '@interpose/faulty-servers/identity-provider';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';
import { signInThrough, Walker } from '../../test/walk-sign-in.ts';
import type { Change } from '../audit/changes.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-oidc-'));
const secretFile = join(folder, 'secret');
let guardian: StartedGuardian;
let provider: IdentityProvider;

beforeAll(async () => {
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider(`${own}/auth/oidc/callback`, `${own}/login`);
  writeFileSync(secretFile, `${provider.clientSecret}\n`);
  guardian = await startGuardian({
    INTERPOSE_FOLDER: join(folder, 'data'),
    INTERPOSE_PORT: String(port),
    INTERPOSE_PUBLIC_URL: own,
    INTERPOSE_OIDC_ISSUER: provider.issuer,
    INTERPOSE_OIDC_CLIENT_ID: provider.clientId,
    INTERPOSE_OIDC_CLIENT_SECRET_FILE: secretFile,
    INTERPOSE_OIDC_ROLES: JSON.stringify({ ops: 'approver', root: 'admin', all: 'viewer' }),
    INTERPOSE_OIDC_TENANT_CLAIM: 'org',
    INTERPOSE_OIDC_TENANTS: JSON.stringify({ acme: 'default', umbrella: 'umbrella' }),
  });
  know('ada', ['ops', 'all']);
});
afterEach(() => provider.lie(undefined));
afterAll(async () => {
  await killGuardians();
  await provider.close();
  rmSync(folder, { recursive: true });
});

/** Lets the provider know somebody. */
function know(name: string, groups: unknown, more: Readonly<Record<string, unknown>> = {}): void {
  const mail = { email: `${name}@acme.example`, email_verified: true };
  provider.people.set(name, { name, groups, org: 'acme', ...mail, ...more });
}

/** What the guardian keeps in the browser while its person is at the provider. */
function stateAt(walker: Walker): string {
  const kept = walker.jar(new URL(guardian.url)).get('interpose-sign-in') ?? '';
  const [attempt = ''] = decodeURIComponent(kept).split('.');
  return (JSON.parse(Buffer.from(attempt, 'base64url').toString()) as { state: string }).state;
}

/** The page that somebody who is turned away ends on. */
async function refusalOf(name: string): Promise<string> {
  const { walked, person } = await signInThrough(guardian.url, name);
  expect(person).toBeUndefined();
  return walked.end.pathname + walked.end.search;
}

test('the highest role of the groups holds, and the cookie is that of every login', async () => {
  const { walked, person } = await signInThrough(guardian.url, 'ada');
  expect(walked.end.pathname).toBe('/');
  expect(await person!.get('/api/me')).toMatchObject({
    person: { name: 'ada', email: 'ada@acme.example', role: 'approver' },
    tenant: { id: 'default' },
    login: { token: true, oidc: true },
  });
  const cookie = walked.set.find((each) => each.startsWith('interpose='));
  expect(cookie).toMatch(/Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax/);
  expect(walked.cookies.has('interpose-sign-in')).toBe(false);
  expect(await person!.send('POST', '/api/settings/people', {})).toMatchObject({ status: 403 });
});

test('the page that was asked for opens afterwards, never one of another site', async () => {
  const open = async (to: string): Promise<string> => {
    const from = new URL(`/auth/oidc?to=${encodeURIComponent(to)}`, guardian.url).href;
    const { end } = await new Walker().walk(from, 'ada');
    return end.href.replace(new URL(guardian.url).origin, '');
  };
  expect(await open('/sessions?agent=shop')).toBe('/sessions?agent=shop');
  for (const away of ['//evil.example/', 'https://evil.example/', '/\\evil.example'])
    expect(await open(away)).toBe('/');
});

test('a role that changes at the provider holds from the next sign-in on, and both are chained', async () => {
  know('rosa', ['all']);
  const { person: before } = await signInThrough(guardian.url, 'rosa');
  expect(await before!.get('/api/me')).toMatchObject({ person: { role: 'viewer' } });
  know('rosa', 'root');
  const { person: admin } = await signInThrough(guardian.url, 'rosa');
  const [now, then] = await eventually(async () => {
    const { rows } = await admin!.get<{ rows: readonly Change[] }>('/api/audit/changes');
    const own = rows.filter(({ reason }) => reason.startsWith('rosa'));
    return own.length > 1 && own;
  });
  expect(now).toMatchObject({
    what: 'person.role',
    by: 'identity provider',
    reason: 'rosa as admin',
  });
  expect(then).toMatchObject({ what: 'person.added', reason: 'rosa as viewer' });
  const people = await admin!.get<{ rows: readonly { id: string; name: string }[] }>(
    '/api/settings/people',
  );
  const ada = people.rows.find(({ name }) => name === 'ada')!;
  expect(ada).toMatchObject({ role: 'approver', ofProvider: true });
  const change = { role: 'viewer' };
  expect(await admin!.send('PATCH', `/api/settings/people/${ada.id}`, change)).toMatchObject({
    status: 409,
    body: { error: { code: 'role_of_provider' } },
  });
});

test('who has lost every role is out everywhere at the next try', async () => {
  know('finn', ['ops']);
  const { person } = await signInThrough(guardian.url, 'finn');
  expect(await person!.get('/api/decisions')).toHaveProperty('rows');
  know('finn', []);
  expect(await refusalOf('finn')).toBe('/login?problem=role_missing');
  expect(await person!.get('/api/decisions')).toMatchObject({ error: { code: 'not_signed_in' } });
});

test('a claim leads to one tenant, whose people see nothing of another', async () => {
  know('uma', ['root'], { org: 'umbrella' });
  const { person } = await signInThrough(guardian.url, 'uma');
  expect(await person!.get('/api/me')).toMatchObject({ tenant: { id: 'umbrella' } });
  expect(await person!.get('/api/settings/people')).toMatchObject({ rows: [{ name: 'uma' }] });
  know('uma', ['root'], { org: ['umbrella', 'acme'] });
  expect(await refusalOf('uma')).toBe('/login?problem=tenant_unknown');
  know('uma', ['root'], { org: 'constructor' });
  expect(await refusalOf('uma')).toBe('/login?problem=tenant_unknown');
});

test.each([
  ['an unverified address', { email_verified: false }],
  ['an address of which nothing is said', { email_verified: undefined }],
  ['no address', { email: undefined }],
])('%s lets nobody in', async (_, more) => {
  know('mel', ['root'], more);
  expect(await refusalOf('mel')).toBe('/login?problem=mail_unverified');
});

const now = (): number => Math.floor(Date.now() / 1000);

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another-client' }],
  ['several audiences without one that is us', { aud: ['a', 'b'], azp: 'a' }],
  ['a time that is over', { iat: 1_000_000, exp: 1_003_600 }],
  ['another nonce', { nonce: 'another' }],
  ['no nonce', { nonce: undefined }],
  ['another person than the access token', { sub: 'somebody-else' }],
])('an ID token with %s lets nobody in', async (_, claims) => {
  provider.lie((told) => ({ ...told, ...claims }));
  expect(await refusalOf('ada')).toBe('/login?problem=proof_refused');
});

test('an ID token that another key signed lets nobody in, the same one of the right key does', async () => {
  provider.lie((told) => ({ ...told, iat: now() }), 'foreignKey');
  expect(await refusalOf('ada')).toBe('/login?problem=proof_refused');
  provider.lie((told) => ({ ...told, iat: now() }));
  expect((await signInThrough(guardian.url, 'ada')).person).toBeDefined();
});

test('an answer is taken once, in the browser that asked for it, with its own state', async () => {
  const walker = new Walker();
  const { end: wrong } = await walker.walk(
    new URL('/auth/oidc/callback?code=stolen&state=guessed', guardian.url).href,
    'ada',
  );
  expect(wrong.search).toBe('?problem=sign_in_expired');
  await walker.walk(new URL('/auth/oidc', guardian.url).href, 'ada');
  const begun = new Walker();
  await begun.open(new URL('/auth/oidc', guardian.url));
  const forged = new URL('/auth/oidc/callback?code=stolen&state=guessed', guardian.url);
  expect((await begun.open(forged)).url.search).toBe('?problem=proof_refused');
  expect((await begun.open(forged)).url.search).toBe('?problem=sign_in_expired');
  begun.jar(forged).set('interpose-sign-in', 'eyJzdGF0ZSI6Imd1ZXNzZWQifQ.c2lnbmF0dXJl');
  expect((await begun.open(forged)).url.search).toBe('?problem=sign_in_expired');
});

test('who says no at the provider comes back to the login, and the operator reads why', async () => {
  const walker = new Walker();
  const { url } = await walker.open(new URL('/auth/oidc', guardian.url));
  const { url: end } = await walker.open(new URL(`${url.href}/abort`));
  expect(end.search).toBe('?problem=provider_refused');
  const told = guardian.reports.findLast(({ kind }) => kind === 'problem');
  expect(told!['problem']).toContain('access_denied');
  expect(JSON.stringify(guardian.reports)).not.toContain(provider.clientSecret);
});

test('signing out ends the login here, and leads to where the provider ends its own', async () => {
  const { person } = await signInThrough(guardian.url, 'ada');
  const { body } = await person!.send<{ next: string }>('POST', '/api/logout');
  const next = new URL(body.next);
  expect(next.origin).toBe(provider.issuer);
  expect(next.searchParams.get('post_logout_redirect_uri')).toBe(
    new URL('/login', guardian.url).href,
  );
  expect(await (await fetch(next)).text()).toContain('/session/end/confirm');
  expect(await person!.get('/api/decisions')).toMatchObject({ error: { code: 'not_signed_in' } });
});

test('one-time tokens still let in, and a provider that is away stops nobody else', async () => {
  const local = await signIn(guardian);
  expect(await local.get('/api/me')).toMatchObject({ person: { role: 'admin' } });
  expect((await local.send('POST', '/api/logout')).body).not.toHaveProperty('next');
  const walker = new Walker();
  const { url } = await walker.open(new URL('/auth/oidc', guardian.url));
  const state = stateAt(walker);
  await provider.close();
  const back = new URL('/auth/oidc/callback', guardian.url);
  back.search = new URLSearchParams({ code: 'any', state, iss: provider.issuer }).toString();
  expect(url.origin).toBe(provider.issuer);
  expect((await walker.open(back)).url.search).toBe('?problem=provider_unreachable');
});
