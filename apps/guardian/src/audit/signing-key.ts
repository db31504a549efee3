import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Storage } from '../storage/open-storage.ts';

/** The key with which a guardian signs batches. */
export interface SigningKey {
  /** The first 16 digits of the hash of the public key. */
  readonly id: string;
  readonly key: KeyObject;
  /** The key in PEM; published, and part of exports. */
  readonly publicKey: string;
}

/**
 * Returns the Ed25519 key of this guardian from a file that only its user can read; creates it if missing. It is not in
 * the database, so a person who can change rows cannot sign.
 */
export function signingKey(folder: string): SigningKey {
  const path = join(folder, 'audit-key.pem');
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  }
  const key = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  if (!existsSync(join(folder, PUBLIC_KEY))) writeFileSync(join(folder, PUBLIC_KEY), publicKey);
  return { id: keyIdOf(publicKey), key, publicKey };
}

/** The file with the public key for verifiers: beside the private one, and not in the database. */
const PUBLIC_KEY = 'audit-key.pub.pem';

/** Returns the id under which a batch names its key. */
export function keyIdOf(publicKey: string): string {
  return hash('sha256', publicKey).slice(0, 16);
}

/** Publishes this key to the other guardians of the database; none of them trusts it for that. */
export async function publishKey(storage: Storage, { id, publicKey }: SigningKey): Promise<void> {
  await storage.within('*', (work) =>
    work
      .insertInto('audit_key')
      .values({ id, public_key: publicKey, created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
