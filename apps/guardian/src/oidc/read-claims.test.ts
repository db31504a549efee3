import { expect, test } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import { readClaims, type Claims } from './read-claims.ts';

const WHO = {
  iss: 'https://people.example',
  sub: '7',
  email: 'ada@acme.example',
  email_verified: true,
};

/** Reads these claims of a person with these settings. */
function read(claims: Claims, settings: Readonly<Record<string, unknown>>): object {
  const defaults = readConfig({}, { storage: 'none' });
  return readClaims({ ...WHO, ...claims }, { ...defaults, ...settings });
}

test.each([
  ['a list', { groups: ['a', 'b'] }, 'groups'],
  ['one text', { groups: 'b' }, 'groups'],
  ['a way into objects', { realm: { roles: ['b'] } }, 'realm.roles'],
  ['a name with dots', { 'https://acme.example/roles': ['b'] }, 'https://acme.example/roles'],
])('groups are read from %s', (_, claims, oidcRoleClaim) => {
  const rules = { oidcRoleClaim, oidcRoles: { a: 'viewer', b: 'approver' } };
  expect(read(claims, rules)).toMatchObject({ role: 'approver', name: 'ada@acme.example' });
});

test.each([
  ['nothing', {}],
  ['a number', { groups: 1 }],
  ['a name that every object has', { groups: ['toString', '__proto__'] }],
  ['an object', { groups: { root: true } }],
])('%s where the groups should be gives no role, or the one of everybody', (_, claims) => {
  const rules = { oidcRoles: { root: 'admin' } };
  expect(() => read(claims, rules)).toThrow('gives a role');
  expect(read(claims, { ...rules, oidcDefaultRole: 'viewer' })).toMatchObject({ role: 'viewer' });
});

test('a text that is not quite true verifies no address', () => {
  const rules = { oidcDefaultRole: 'viewer' };
  expect(() => read({ email_verified: 'true' }, rules)).toThrow('vouches for no mail');
});
