import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@interpose/faulty-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-headers-'));
let plain: StartedGuardian;
/** The address that bypasses the proxy; only this test uses it. */
let behindProxy = '';

beforeAll(async () => {
  const port = await freePort();
  behindProxy = `http://127.0.0.1:${port}`;
  const secure = {
    INTERPOSE_FOLDER: join(folder, 'secure'),
    INTERPOSE_PUBLIC_URL: 'https://guardian.example',
    INTERPOSE_PORT: String(port),
  };
  [plain] = await Promise.all([
    startGuardian({ INTERPOSE_FOLDER: join(folder, 'plain') }),
    startGuardian(secure),
  ]);
});
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
});

const TOO_LARGE = { method: 'POST', body: 'x'.repeat(1_100_000) };
/** The kinds of answers: a page, data, and every kind of refusal. */
const ANSWERS = [
  ['a page', '/', {}, 200, 'no-cache'],
  ['a page within', '/sessions/s-1', {}, 200, 'no-cache'],
  ['a page of an id with a point', '/sessions/ada@example.com', {}, 200, 'no-cache'],
  ['a file that is not there', '/assets/none.js', {}, 404, null],
  ['who I am', '/api/me', {}, 200, 'no-store'],
  ['somebody who is not signed in', '/api/decisions', {}, 401, 'no-store'],
  ['a body that is no JSON', '/api/login', { method: 'POST', body: '{' }, 422, 'no-store'],
  ['a body that is too large', '/api/login', TOO_LARGE, 413, 'no-store'],
  ['a report without a token', '/report', { method: 'POST', body: '{}' }, 401, null],
] as const;

describe.each(ANSWERS)('the answer to %s', (_, path, init, status, kept) => {
  test('runs no script of others, stands in no frame, is guessed at by no browser, and tells no address', async () => {
    const { headers, status: answered } = await fetch(new URL(path, plain.url), init);
    expect(answered).toBe(status);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '')
        .split(';')
        .map((each) => each.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    for (const name of ['script-src', 'style-src', 'connect-src', 'font-src', 'form-action'])
      expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBe(null);
    // The unread rest of a body would be taken for the next request.
    expect(headers.get('connection')).toBe(status === 413 ? 'close' : 'keep-alive');
    expect(headers.get('cache-control')).toBe(kept);
  });

  test('asks for https where people come over https, and nowhere else', async () => {
    const { headers } = await fetch(new URL(path, behindProxy), init);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { headers: others } = await fetch(new URL(path, plain.url), init);
    expect(others.get('strict-transport-security')).toBe(null);
  });
});
