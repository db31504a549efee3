import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRow } from '@interpose/guardian-api';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventsOf } from '../../test/events-of.ts';
import { enter, signIn, type SignedIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-other-pages-'));
let guardian: StartedGuardian;
let admin: SignedIn;
beforeAll(async () => {
  guardian = await startGuardian({ INTERPOSE_FOLDER: folder });
  admin = await signIn(guardian);
});
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
});

async function invite(
  name: string,
): Promise<{ readonly person: PersonRow; readonly link: string }> {
  const added = { name, role: 'viewer' };
  const { body } = await admin.send<{ person: PersonRow; link: string }>(
    'POST',
    '/api/settings/people',
    added,
  );
  return body;
}

test('a page of another site signs nobody in as somebody else', async () => {
  const { link } = await invite('mallory');
  const token = new URL(link).hash.replace('#token=', '');
  const from = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(new URL('/api/login', guardian.url), {
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...headers },
      body: JSON.stringify({ token }),
    });
  for (const site of ['cross-site', 'same-site']) {
    const answer = await from({ 'sec-fetch-site': site });
    expect([site, answer.status, answer.headers.get('set-cookie')]).toEqual([site, 403, null]);
  }
  expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('a page of another site gets no leave to read or to write', async () => {
  const origin = 'https://evil.example';
  const headers = { origin, cookie: admin.cookie, 'access-control-request-method': 'POST' };
  for (const path of ['/api/me', '/api/decisions', '/', '/report', '/agents'])
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await fetch(new URL(path, guardian.url), { method, headers });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  const stop = { kind: 'tenant', value: 'default', why: 'no' };
  const written = await fetch(new URL('/api/switches', guardian.url), {
    method: 'POST',
    headers: { origin, cookie: admin.cookie, 'content-type': 'text/plain' },
    body: JSON.stringify(stop),
  });
  expect(written.status).toBe(403);
});

/** Reads the stream to its end; returns the number of decisions of this session. */
async function heard(stream: Response, session: string): Promise<number> {
  let count = 0;
  for await (const event of eventsOf(stream)) {
    const { type, data } = event as { type: string; data: { readonly sessionId?: string } };
    if (type === 'decision' && data.sessionId === session) count += 1;
  }
  return count;
}

test.each(['is removed', 'signs out'])(
  'somebody who %s hears nothing more of what happens',
  async (how) => {
    const { person, link } = await invite(how);
    const viewer = (await enter(guardian.url, link))!;
    const stream = await fetch(new URL('/api/live', guardian.url), {
      headers: { cookie: viewer.cookie },
    });
    const listening = heard(stream, how);
    if (how === 'is removed') await admin.send('DELETE', `/api/settings/people/${person.id}`);
    else await viewer.send('POST', '/api/logout');
    await askTool(agentHooks(guardian.url), {}, { session: how });
    expect(await listening).toBe(0);
  },
  10_000,
);

const NUL = String.fromCodePoint(0);

test('input that no database holds is refused by name', async () => {
  const refused = { status: 422, body: { error: { code: 'invalid_input' } } };
  const tries: readonly (readonly [string, object])[] = [
    ['/api/switches', { kind: 'tool', value: `a${NUL}`, why: 'x' }],
    ['/api/switches', { kind: 'tool', value: 'a', why: '\uD800' }],
    ['/api/settings/people', { name: `a${NUL}`, role: 'viewer' }],
    ['/api/settings/tokens', { name: `a${NUL}`, agent: 'b' }],
  ];
  for (const [path, body] of tries)
    expect([path, await admin.send('POST', path, body)]).toMatchObject([path, refused]);
  for (const path of ['/api/sessions?q=%00', '/api/decisions?session=%00', '/api/sessions/%00'])
    expect([path, await admin.get(path)]).not.toMatchObject([
      path,
      { error: { code: 'internal' } },
    ]);
});
