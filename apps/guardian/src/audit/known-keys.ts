import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { InterposeError } from '@interpose/core';

import type { GuardianConfig } from '../config/config.ts';
import { readAnchorFile } from './anchor-file.ts';
import { keyIdOf, signingKey } from './signing-key.ts';

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n?/g;

/**
 * Returns the public keys for verifying a chain, by id: from this guardian, from the file in the settings, and from the
 * anchor file. The database is no source: whoever rewrites a chain there would add a key for it.
 *
 * Throws `InterposeError` with code `file_unreadable`.
 */
export function knownKeys({
  folder,
  auditKeys,
  anchorFile,
}: Pick<GuardianConfig, 'folder' | 'auditKeys' | 'anchorFile'>): ReadonlyMap<string, string> {
  const own = signingKey(folder);
  const named = auditKeys === undefined ? [] : keysOf(auditKeys);
  const anchored = readAnchorFile(anchorFile).flatMap(({ publicKey }) => publicKey ?? []);
  return new Map([
    [own.id, own.publicKey],
    ...[...named, ...anchored].map((pem) => [keyIdOf(pem), pem] as const),
  ]);
}

function keysOf(path: string): readonly string[] {
  try {
    const keys = (readFileSync(path, 'utf8').match(PEM) ?? []).map((each) =>
      createPublicKey(each).export({ type: 'spki', format: 'pem' }).toString(),
    );
    if (keys.length > 0) return keys;
    throw new TypeError('it holds no public key in PEM');
  } catch (cause) {
    const problem = `${path} cannot be used: ${(cause as Error).message}`;
    const remedy = 'put the audit-key.pub.pem of the other guardians into it';
    throw new InterposeError('file_unreadable', problem, remedy, { cause });
  }
}
