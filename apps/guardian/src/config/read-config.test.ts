import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfig, variableOf } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('every mistake is told at once, by the name of its variable', () => {
  const env = {
    INTERPOSE_PORT: '70000',
    INTERPOSE_STORAGE: 'disk',
    DATABASE_URL: 'mysql://x',
    INTERPOSE_TOKEN: 'with space',
    INTERPOSE_OIDC_ISSUER: 'https://people.example',
  };
  const read = (): unknown => readConfig(env, {});
  expect(read).toThrow(/^\[config_invalid\] 7 in the settings/);
  for (const name of [
    'INTERPOSE_PORT',
    'INTERPOSE_STORAGE',
    'INTERPOSE_DATABASE_URL',
    'INTERPOSE_TOKEN',
    'oidcClientId, oidcClientSecret missing',
    'publicUrl',
    'oidcRoles or oidcDefaultRole',
  ])
    expect(read).toThrow(name);
});

test('settings that need each other are told together', () => {
  expect(() => readConfig({ INTERPOSE_OIDC_ISSUER: 'https://people.example' }, {})).toThrow(
    'go together',
  );
  expect(() => readConfig({ INTERPOSE_WEBHOOK_URL: 'https://chat.example' }, {})).toThrow(
    'webhookSecret',
  );
});

const OIDC = {
  INTERPOSE_PUBLIC_URL: 'https://guardian.example',
  INTERPOSE_OIDC_ISSUER: 'https://people.example',
  INTERPOSE_OIDC_CLIENT_ID: 'guardian',
  INTERPOSE_OIDC_CLIENT_SECRET: 'a secret',
  INTERPOSE_OIDC_ROLES: '{"ops":"approver"}',
};

test.each([
  [{ INTERPOSE_OIDC_ISSUER: 'http://people.example' }, 'of this machine'],
  [{ INTERPOSE_OIDC_ROLES: '{"ops":"owner"}' }, 'oidcRoles (INTERPOSE_OIDC_ROLES).ops'],
  [{ INTERPOSE_OIDC_ROLES: 'ops=admin' }, 'INTERPOSE_OIDC_ROLES is no JSON'],
  [{ INTERPOSE_OIDC_SCOPE: 'email' }, 'does not ask for openid'],
  [{ INTERPOSE_OIDC_TENANT_CLAIM: 'org' }, 'oidcTenantClaim and oidcTenants'],
  [{ INTERPOSE_OIDC_TENANTS: '{"acme":"A b"}' }, 'is no name of a tenant'],
  [{ INTERPOSE_OIDC_CLIENT_SECRET_FILE: '/any' }, 'twice'],
])('a sign-in through a provider that says %j is refused', (more, problem) => {
  expect(readConfig(OIDC, {})).toMatchObject({ oidcRoles: { ops: 'approver' } });
  expect(() => readConfig({ ...OIDC, ...more }, {})).toThrow(problem);
});

test('a secret is read from its file, which has to be there and hold one', () => {
  const path = join(folder, 'secret');
  const { INTERPOSE_OIDC_CLIENT_SECRET: _, ...rest } = OIDC;
  const env = { ...rest, INTERPOSE_OIDC_CLIENT_SECRET_FILE: path };
  expect(() => readConfig(env, {})).toThrow(/^\[config_invalid\] 1 in .*cannot be read/);
  writeFileSync(path, '\n');
  expect(() => readConfig(env, {})).toThrow('is empty');
  writeFileSync(path, 'of a file\n');
  expect(readConfig(env, {})).toMatchObject({ oidcClientSecret: 'of a file' });
});

test('words win over variables, variables over the file, the file over defaults', () => {
  const path = join(folder, 'guardian.json');
  writeFileSync(path, JSON.stringify({ port: 1, host: '0.0.0.0', spoolBytes: 100_000 }));
  const env = { INTERPOSE_CONFIG: path, INTERPOSE_PORT: '2', INTERPOSE_HOST: '127.0.0.2' };
  const { port, host, spoolBytes, flushMs } = readConfig(env, { port: 3 });
  expect({ port, host, spoolBytes, flushMs }).toEqual({
    port: 3,
    host: '127.0.0.2',
    spoolBytes: 100_000,
    flushMs: 250,
  });
});

test.each([
  ['{', 'cannot be read'],
  ['[]', 'holds no object'],
  ['{"ports":1}', 'ports'],
])('a file that holds %s is refused', (text, problem) => {
  const path = join(folder, 'broken.json');
  writeFileSync(path, text);
  expect(() => readConfig({ INTERPOSE_CONFIG: path }, {})).toThrow(problem);
});

test('a variable is named after its setting', () => {
  expect(variableOf('oidcClientId')).toBe('INTERPOSE_OIDC_CLIENT_ID');
});

test('workers are a number, and what a decision may hold them is long enough to be meant', () => {
  expect(readConfig({ INTERPOSE_WORKERS: '2' }, {})).toMatchObject({
    workers: 2,
    decisionMs: 1000,
    workerMb: 512,
  });
  for (const [name, value] of [
    ['INTERPOSE_WORKERS', '-1'],
    ['INTERPOSE_DECISION_MS', '1'],
    ['INTERPOSE_WORKER_MB', 'many'],
  ] as const)
    expect(() => readConfig({ [name]: value }, {})).toThrow(name);
});
