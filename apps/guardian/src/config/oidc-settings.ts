import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { roles } from '../people/roles.ts';

const tenant = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is no name of a tenant');

/** The settings for signing in through a provider of OpenID Connect. */
export const oidcShape = {
  oidcIssuer: z.url({ protocol: /^https?$/, error: 'is no http or https address' }).optional(),
  oidcClientId: z.string().min(1).optional(),
  oidcClientSecret: z.string().min(1).optional(),
  /** A file with the secret, for machines that pass secrets as files. */
  oidcClientSecretFile: z.string().min(1).optional(),
  oidcScope: z
    .string()
    .regex(/(^| )openid( |$)/, 'does not ask for openid')
    .default('openid email profile'),
  /** The claim with the groups of a person; dots lead into objects. */
  oidcRoleClaim: z.string().min(1).default('groups'),
  /** The roles of groups; the highest role counts. */
  oidcRoles: z.record(z.string(), z.enum(roles)).default({}),
  /** The role of people without a group's role. Without it they are refused. */
  oidcDefaultRole: z.enum(roles).optional(),
  /** The claim with the tenant of a person. Without it, everybody belongs to `default`. */
  oidcTenantClaim: z.string().min(1).optional(),
  /** The tenants by values of that claim. A person with no tenant or several is refused. */
  oidcTenants: z.record(z.string(), tenant).default({}),
};

type Dict = Readonly<Record<string, unknown>>;

/** The settings whose variables hold JSON. */
export const oidcJson: readonly string[] = ['oidcRoles', 'oidcTenants'];

const NEEDED = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const;

/** Reads the secret from its file, if one is named. */
export function withSecretOfFile(settings: Dict, mistakes: string[]): Dict {
  const { oidcClientSecretFile: file, oidcClientSecret: given } = settings;
  if (typeof file !== 'string' || file === '') return settings;
  if (given !== undefined) {
    mistakes.push('oidcClientSecret and oidcClientSecretFile name the secret twice');
    return settings;
  }
  try {
    const oidcClientSecret = readFileSync(file, 'utf8').trim();
    if (oidcClientSecret === '') mistakes.push(`oidcClientSecretFile: ${file} is empty`);
    return { ...settings, oidcClientSecret };
  } catch (error) {
    mistakes.push(`oidcClientSecretFile: ${file} cannot be read: ${(error as Error).message}`);
    return { ...settings, oidcClientSecret: undefined };
  }
}

/** Returns contradictions between these settings, each of which may be valid alone. */
export function oidcContradictions(settings: Dict): readonly string[] {
  const given = Object.keys(settings);
  if (!given.some((name) => name.startsWith('oidc'))) return [];
  const missing = NEEDED.filter((name) => !given.includes(name));
  const insecure = isInsecure(settings['oidcIssuer']);
  return [
    ...(missing.length > 0
      ? [`oidcIssuer, oidcClientId and oidcClientSecret go together: ${missing.join(', ')} missing`]
      : []),
    ...(insecure ? ['oidcIssuer is http, which only an address of this machine may be'] : []),
    ...(given.includes('publicUrl')
      ? []
      : ['oidcIssuer needs publicUrl, where people are sent back to']),
    ...(given.includes('oidcRoles') || given.includes('oidcDefaultRole')
      ? []
      : ['nobody could come in: say oidcRoles or oidcDefaultRole']),
    ...(given.includes('oidcTenants') === given.includes('oidcTenantClaim')
      ? []
      : ['oidcTenantClaim and oidcTenants go together']),
  ];
}

const OWN = new Set(['localhost', '127.0.0.1', '[::1]']);

function isInsecure(issuer: unknown): boolean {
  const url = typeof issuer === 'string' && URL.canParse(issuer) ? new URL(issuer) : undefined;
  return url?.protocol === 'http:' && !OWN.has(url.hostname);
}
