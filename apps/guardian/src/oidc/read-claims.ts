import type { Role } from '@interpose/guardian-api';

import type { GuardianConfig } from '../config/config.ts';
import { ONLY_TENANT } from '../policies/policy-layer.ts';
import { roles } from '../people/roles.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** The claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person from a provider, with name, role and tenant. */
export interface Sent {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant: string;
}

type Rules = Pick<
  GuardianConfig,
  'oidcRoleClaim' | 'oidcRoles' | 'oidcDefaultRole' | 'oidcTenantClaim' | 'oidcTenants'
>;

/**
 * Reads claims by the rules of the settings.
 *
 * Throws `SignInRefused` with reason `mail_unverified`, `role_missing` or `tenant_unknown`.
 */
export function readClaims(claims: Claims, rules: Rules): Sent {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || isVerified !== true)
    throw new SignInRefused('mail_unverified', 'the provider vouches for no mail address');
  const named = [claims['name'], claims['preferred_username']].find(isText);
  const subject = subjectOf(claims);
  const name = (named ?? email).slice(0, 200);
  return { subject, name, email, role: roleOf(claims, rules), tenant: tenantOf(claims, rules) };
}

/** Returns the identity of a person, even if no other claim is valid. */
export function subjectOf({ iss, sub }: Claims): string {
  return `${String(iss)} ${String(sub)}`;
}

function roleOf(claims: Claims, { oidcRoleClaim, oidcRoles, oidcDefaultRole }: Rules): Role {
  const given = textsOf(claimOf(claims, oidcRoleClaim)).map((group) => own(oidcRoles, group));
  const role = roles.findLast((each) => given.includes(each)) ?? oidcDefaultRole;
  if (role !== undefined) return role;
  throw new SignInRefused('role_missing', `no group in "${oidcRoleClaim}" gives a role here`);
}

function tenantOf(claims: Claims, { oidcTenantClaim, oidcTenants }: Rules): string {
  if (oidcTenantClaim === undefined) return ONLY_TENANT;
  const named = textsOf(claimOf(claims, oidcTenantClaim)).map((value) => own(oidcTenants, value));
  const [tenant, ...more] = new Set(named.filter((each) => each !== undefined));
  if (tenant !== undefined && more.length === 0) return tenant;
  throw new SignInRefused('tenant_unknown', `"${oidcTenantClaim}" does not name one tenant`);
}

/** Returns a claim by its name, which may itself contain dots; else the dots lead into objects. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Claims)[part] : undefined;
  }, claims);
}

function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isText);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
