import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@interpose/faulty-servers';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '@interpose/faulty-servers/identity-provider';
import { expect } from 'vitest';

import { killGuardians, startGuardian, type StartedGuardian } from './start-guardian.ts';
import { signInThrough } from './walk-sign-in.ts';

/** A guardian whose people sign in at a provider, and that provider. */
export interface OidcStage {
  readonly guardian: StartedGuardian;
  readonly provider: IdentityProvider;
  /** Lets the provider know somebody. */
  know(name: string, groups: unknown, more?: Readonly<Record<string, unknown>>): void;
  /** The page that somebody who is turned away ends on. */
  refusalOf(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts both; three groups give roles, two organisations lead to tenants, and `ada` is an approver. */
export async function openOidcStage(): Promise<OidcStage> {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-oidc-'));
  const secretFile = join(folder, 'secret');
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(`${own}/auth/oidc/callback`, `${own}/login`);
  writeFileSync(secretFile, `${provider.clientSecret}\n`);
  const guardian = await startGuardian({
    INTERPOSE_FOLDER: join(folder, 'data'),
    INTERPOSE_PORT: String(port),
    INTERPOSE_PUBLIC_URL: own,
    INTERPOSE_PROXIES: '1',
    INTERPOSE_OIDC_ISSUER: provider.issuer,
    INTERPOSE_OIDC_CLIENT_ID: provider.clientId,
    INTERPOSE_OIDC_CLIENT_SECRET_FILE: secretFile,
    INTERPOSE_OIDC_ROLES: JSON.stringify({ ops: 'approver', root: 'admin', all: 'viewer' }),
    INTERPOSE_OIDC_TENANT_CLAIM: 'org',
    INTERPOSE_OIDC_TENANTS: JSON.stringify({ acme: 'default', umbrella: 'umbrella' }),
  });
  const know: OidcStage['know'] = (name, groups, more = {}) => {
    const mail = { email: `${name}@acme.example`, email_verified: true };
    provider.people.set(name, { name, groups, org: 'acme', ...mail, ...more });
  };
  know('ada', ['ops', 'all']);
  return {
    guardian,
    provider,
    know,
    refusalOf: async (name) => {
      const { walked, person } = await signInThrough(guardian.url, name);
      expect(person).toBeUndefined();
      return walked.end.pathname + walked.end.search;
    },
    close: async () => {
      await killGuardians();
      await provider.close();
      rmSync(folder, { recursive: true });
    },
  };
}
