import { hash, sign, type KeyObject } from 'node:crypto';

/** A batch of records in the chain of a tenant. */
export interface BatchHead {
  readonly number: number;
  /** Hash of the batch before; 64 zeros for the first. */
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly closedAt: number;
  readonly hash: string;
  /** Ed25519 over the hash, in base64. */
  readonly signature: string;
  readonly keyId: string;
}

/** What comes before the first batch. */
export const GENESIS: string = '0'.repeat(64);

/** SHA-256 of a record in canonical JSON, in hexadecimal digits. */
export function leafOf(record: string): string {
  return hash('sha256', `\0${record}`);
}

/**
 * The root of the Merkle tree over these leaves. An odd one moves up as it is; leaves and branches are hashed in
 * different ways, so that no branch can be passed off as a record.
 */
export function rootOf(leaves: readonly string[]): string {
  let level = leaves;
  if (level.length === 0) return GENESIS;
  while (level.length > 1) {
    const above: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left = '', right] = [level[index], level[index + 1]];
      above.push(right === undefined ? left : branchOf(left, right));
    }
    level = above;
  }
  return level[0] ?? GENESIS;
}

function branchOf(left: string, right: string): string {
  return hash('sha256', `\x01${left}${right}`);
}

/** The hash of a batch: over the batch before it, its number, root, count and time. */
export function hashOf({
  previous,
  number,
  root,
  count,
  closedAt,
}: Omit<BatchHead, 'hash' | 'signature' | 'keyId'>): string {
  return hash('sha256', `\x02${previous}|${number}|${root}|${count}|${closedAt}`);
}

/** Signs the hash of a batch. */
export function signHash(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}
