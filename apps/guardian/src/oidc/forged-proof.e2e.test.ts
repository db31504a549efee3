import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { openOidcStage, type OidcStage } from '../../test/oidc-stage.ts';
import { signInThrough, Walker } from '../../test/walk-sign-in.ts';

let stage: OidcStage;
beforeAll(async () => {
  stage = await openOidcStage();
});
afterEach(() => stage.provider.lie(undefined));
afterAll(() => stage.close());

/** Returns the state that the guardian keeps in the browser while the person is at the provider. */
function stateAt(walker: Walker): string {
  const kept = walker.jar(new URL(stage.guardian.url)).get('interpose-sign-in') ?? '';
  const [attempt = ''] = decodeURIComponent(kept).split('.');
  return (JSON.parse(Buffer.from(attempt, 'base64url').toString()) as { state: string }).state;
}

test.each([
  ['an unverified address', { email_verified: false }],
  ['an address of which nothing is said', { email_verified: undefined }],
  ['no address', { email: undefined }],
])('%s lets nobody in', async (_, more) => {
  stage.know('mel', ['root'], more);
  expect(await stage.refusalOf('mel')).toBe('/login?problem=mail_unverified');
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
  stage.provider.lie((told) => ({ ...told, ...claims }));
  expect(await stage.refusalOf('ada')).toBe('/login?problem=proof_refused');
});

test('an ID token that another key signed lets nobody in, the same one of the right key does', async () => {
  stage.provider.lie((told) => ({ ...told, iat: now() }), 'foreignKey');
  expect(await stage.refusalOf('ada')).toBe('/login?problem=proof_refused');
  stage.provider.lie((told) => ({ ...told, iat: now() }));
  expect((await signInThrough(stage.guardian.url, 'ada')).person).toBeDefined();
});

test('an answer is taken once, in the browser that asked for it, with its own state', async () => {
  const walker = new Walker();
  const { end: wrong } = await walker.walk(
    new URL('/auth/oidc/callback?code=stolen&state=guessed', stage.guardian.url).href,
    'ada',
  );
  expect(wrong.search).toBe('?problem=sign_in_expired');
  await walker.walk(new URL('/auth/oidc', stage.guardian.url).href, 'ada');
  const begun = new Walker();
  await begun.open(new URL('/auth/oidc', stage.guardian.url));
  const forged = new URL('/auth/oidc/callback?code=stolen&state=guessed', stage.guardian.url);
  expect((await begun.open(forged)).url.search).toBe('?problem=proof_refused');
  expect((await begun.open(forged)).url.search).toBe('?problem=sign_in_expired');
  begun.jar(forged).set('interpose-sign-in', 'eyJzdGF0ZSI6Imd1ZXNzZWQifQ.c2lnbmF0dXJl');
  expect((await begun.open(forged)).url.search).toBe('?problem=sign_in_expired');
});

test('who says no at the provider comes back to the login, and the operator reads why', async () => {
  const walker = new Walker();
  const { url } = await walker.open(new URL('/auth/oidc', stage.guardian.url));
  const { url: end } = await walker.open(new URL(`${url.href}/abort`));
  expect(end.search).toBe('?problem=provider_refused');
  const told = stage.guardian.reports.findLast(({ kind }) => kind === 'problem');
  expect(told!['problem']).toContain('access_denied');
  expect(JSON.stringify(stage.guardian.reports)).not.toContain(stage.provider.clientSecret);
});

test('a provider that is away lets nobody in, and stops nobody else', async () => {
  const walker = new Walker();
  const { url } = await walker.open(new URL('/auth/oidc', stage.guardian.url));
  const state = stateAt(walker);
  await stage.provider.close();
  const back = new URL('/auth/oidc/callback', stage.guardian.url);
  back.search = new URLSearchParams({ code: 'any', state, iss: stage.provider.issuer }).toString();
  expect(url.origin).toBe(stage.provider.issuer);
  expect((await walker.open(back)).url.search).toBe('?problem=provider_unreachable');
  expect((await fetch(new URL('/ready', stage.guardian.url))).status).toBe(200);
});
