import { hash, sign, type KeyObject } from 'node:crypto';

/**
 * The head of a batch of records in the chain of a tenant.
 *
 * @example
 * const numbers = (heads: readonly BatchHead[]) => heads.map(({ number }) => number);
 */
export interface BatchHead {
  readonly number: number;
  /** The hash of the previous batch; 64 zeros for the first. */
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly closedAt: number;
  /** The time of its earliest decision in milliseconds: retention drops a batch by this day. */
  readonly firstAt: number;
  readonly hash: string;
  /** The Ed25519 signature over the hash, in base64. */
  readonly signature: string;
  readonly keyId: string;
}

/**
 * A batch with its records, if they are still kept.
 *
 * @example
 * const kept = (batches: readonly AuditBatch[]) => batches.filter(({ records }) => records !== undefined);
 */
export interface AuditBatch {
  readonly head: BatchHead;
  /** The hashes that make the root. */
  readonly leaves: readonly string[];
  /** The records in canonical JSON; undefined after retention has dropped them. */
  readonly records: readonly string[] | undefined;
}

/** The hash that stands before the first batch. */
export const GENESIS: string = '0'.repeat(64);

/** The input for closing a batch: the previous batch, times in milliseconds, and the private key. */
interface Closing {
  readonly after: Pick<BatchHead, 'number' | 'hash'> | undefined;
  readonly closedAt: number;
  readonly firstAt: number;
  readonly keyId: string;
  /** An Ed25519 private key from Node's `createPrivateKey`. Typed as an object, so that no Node types are needed. */
  readonly key: object;
}

/**
 * Closes the next batch of a chain: these records in canonical JSON, signed with an Ed25519 key.
 *
 * @example
 * const { privateKey } = generateKeyPairSync('ed25519');
 * const times = { closedAt: Date.now(), firstAt: Date.now() };
 * const first = closeBatch(['{"a":1}'], { ...times, after: undefined, keyId: 'k', key: privateKey });
 */
export function closeBatch(
  records: readonly string[],
  { after, closedAt, firstAt, keyId, key }: Closing,
): AuditBatch {
  const leaves = records.map(leafOf);
  const head = {
    number: (after?.number ?? 0) + 1,
    previous: after?.hash ?? GENESIS,
    root: rootOf(leaves),
    count: records.length,
    closedAt,
    firstAt,
  };
  const own = hashOf(head);
  const signature = sign(null, Buffer.from(own), key as KeyObject).toString('base64');
  return { head: { ...head, hash: own, signature, keyId }, leaves, records };
}

/** Returns the SHA-256 of a record in canonical JSON, in hexadecimal digits. */
export function leafOf(record: string): string {
  return hash('sha256', `\0${record}`);
}

/**
 * Returns the root of the Merkle tree over these leaves. An odd leaf moves up unchanged. Leaves and branches are hashed
 * differently, so that no branch can pass for a record.
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

/** Returns the hash of a batch: over the previous hash, and its number, root, count and times. */
export function hashOf({
  previous,
  number,
  root,
  count,
  closedAt,
  firstAt,
}: Omit<BatchHead, 'hash' | 'signature' | 'keyId'>): string {
  return hash('sha256', `\x02${previous}|${number}|${root}|${count}|${closedAt}|${firstAt}`);
}
