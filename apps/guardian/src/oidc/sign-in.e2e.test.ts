import { afterAll, beforeAll, expect, test } from 'vitest';

import { openOidcStage, type OidcStage } from '../../test/oidc-stage.ts';
import { eventually, signIn } from '../../test/sign-in.ts';
import { signInThrough, Walker } from '../../test/walk-sign-in.ts';
import type { Change } from '../audit/changes.ts';

let stage: OidcStage;
beforeAll(async () => {
  stage = await openOidcStage();
});
afterAll(() => stage.close());

test('the highest role of the groups holds, and the cookie is that of every login', async () => {
  const { walked, person } = await signInThrough(stage.guardian.url, 'ada');
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
    const from = new URL(`/auth/oidc?to=${encodeURIComponent(to)}`, stage.guardian.url).href;
    const { end } = await new Walker().walk(from, 'ada');
    return end.href.replace(new URL(stage.guardian.url).origin, '');
  };
  expect(await open('/sessions?agent=shop')).toBe('/sessions?agent=shop');
  for (const away of ['//evil.example/', 'https://evil.example/', '/\\evil.example'])
    expect(await open(away)).toBe('/');
});

test('a role that changes at the provider holds from the next sign-in on, and both are chained', async () => {
  stage.know('rosa', ['all']);
  const { person: before } = await signInThrough(stage.guardian.url, 'rosa');
  expect(await before!.get('/api/me')).toMatchObject({ person: { role: 'viewer' } });
  stage.know('rosa', 'root');
  const { person: admin } = await signInThrough(stage.guardian.url, 'rosa');
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
  stage.know('finn', ['ops']);
  const { person } = await signInThrough(stage.guardian.url, 'finn');
  expect(await person!.get('/api/decisions')).toHaveProperty('rows');
  stage.know('finn', []);
  expect(await stage.refusalOf('finn')).toBe('/login?problem=role_missing');
  expect(await person!.get('/api/decisions')).toMatchObject({ error: { code: 'not_signed_in' } });
});

test('a claim leads to one tenant, whose people see nothing of another', async () => {
  stage.know('uma', ['root'], { org: 'umbrella' });
  const { person } = await signInThrough(stage.guardian.url, 'uma');
  expect(await person!.get('/api/me')).toMatchObject({ tenant: { id: 'umbrella' } });
  expect(await person!.get('/api/settings/people')).toMatchObject({ rows: [{ name: 'uma' }] });
  stage.know('uma', ['root'], { org: ['umbrella', 'acme'] });
  expect(await stage.refusalOf('uma')).toBe('/login?problem=tenant_unknown');
  stage.know('uma', ['root'], { org: 'constructor' });
  expect(await stage.refusalOf('uma')).toBe('/login?problem=tenant_unknown');
});

test('signing out ends the login here, and leads to where the provider ends its own', async () => {
  const { person } = await signInThrough(stage.guardian.url, 'ada');
  const { body } = await person!.send<{ next: string }>('POST', '/api/logout');
  const next = new URL(body.next);
  expect(next.origin).toBe(stage.provider.issuer);
  expect(next.searchParams.get('post_logout_redirect_uri')).toBe(
    new URL('/login', stage.guardian.url).href,
  );
  expect(await (await fetch(next)).text()).toContain('/session/end/confirm');
  expect(await person!.get('/api/decisions')).toMatchObject({ error: { code: 'not_signed_in' } });
});

test('one-time tokens still let in beside the provider', async () => {
  const local = await signIn(stage.guardian);
  expect(await local.get('/api/me')).toMatchObject({ person: { role: 'admin' } });
  expect((await local.send('POST', '/api/logout')).body).not.toHaveProperty('next');
});
