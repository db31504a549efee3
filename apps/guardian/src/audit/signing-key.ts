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

/** What a guardian signs batches with. */
export interface SigningKey {
  /** The first 16 digits of the hash of the public key. */
  readonly id: string;
  readonly key: KeyObject;
  /** In PEM; published, and pinned in exports. */
  readonly publicKey: string;
}

/**
 * The Ed25519 key of this guardian, in a file that only its user reads; made where there is none. It is not in the
 * database: who can change rows cannot sign.
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

/** Where everybody who verifies finds the public key: beside the private one, and not in the database. */
const PUBLIC_KEY = 'audit-key.pub.pem';

/** How a batch names the key that it is signed with. */
export function keyIdOf(publicKey: string): string {
  return hash('sha256', publicKey).slice(0, 16);
}

/** Tells the other guardians of the database which key this one signs with; none of them trusts it for that. */
export async function publishKey(storage: Storage, { id, publicKey }: SigningKey): Promise<void> {
  await storage.within('*', (work) =>
    work
      .insertInto('audit_key')
      .values({ id, public_key: publicKey, created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
