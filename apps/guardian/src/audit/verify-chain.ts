import { createPublicKey, verify, type KeyObject } from 'node:crypto';

import { GENESIS, hashOf, leafOf, rootOf, type BatchHead } from './chain.ts';

/** A batch with what is there of it. */
export interface AuditBatch {
  readonly head: BatchHead;
  /** The hashes that the root is made of. */
  readonly leaves: readonly string[];
  /** The records in canonical JSON; undefined where retention has dropped them. */
  readonly records: readonly string[] | undefined;
}

/** A head that was written down outside the database. */
export interface Anchor {
  readonly number: number;
  readonly hash: string;
}

/** The first record that is not what it was; `index` counts from 0 in its batch. */
export interface Broken {
  readonly batch: number;
  readonly index: number;
  readonly kind: 'changed' | 'dropped' | 'inserted' | 'moved';
}

/** What verification found. */
export interface Verification {
  readonly checked: number;
  /** Batches of which only the head is kept. */
  readonly retired: number;
  readonly ok: boolean;
  readonly firstBroken?: Broken;
}

/**
 * Goes along a chain from its first batch, and stops at the first thing that is wrong. It needs the batches and the public
 * keys, and no database.
 */
export async function verifyChain(
  batches: AsyncIterable<AuditBatch> | Iterable<AuditBatch>,
  keys: ReadonlyMap<string, string>,
  anchors: readonly Anchor[] = [],
): Promise<Verification> {
  const known = new Map([...keys].map(([id, pem]) => [id, createPublicKey(pem)]));
  const anchored = new Map(anchors.map(({ number, hash }) => [number, hash]));
  let last = { number: 0, hash: GENESIS };
  let [checked, retired] = [0, 0];
  for await (const batch of batches) {
    const broken =
      brokenHead(batch, last, known, anchored.get(batch.head.number)) ?? brokenRecord(batch);
    if (broken !== undefined)
      return { checked: checked + broken.index, retired, ok: false, firstBroken: broken };
    anchored.delete(batch.head.number);
    last = batch.head;
    if (batch.records === undefined) retired++;
    else checked += batch.records.length;
  }
  const [missing] = [...anchored.keys()].toSorted((left, right) => left - right);
  if (missing === undefined) return { checked, retired, ok: true };
  return {
    checked,
    retired,
    ok: false,
    firstBroken: { batch: missing, index: 0, kind: 'dropped' },
  };
}

function brokenHead(
  { head, leaves }: AuditBatch,
  last: { readonly number: number; readonly hash: string },
  keys: ReadonlyMap<string, KeyObject>,
  anchor: string | undefined,
): Broken | undefined {
  const { number, previous, hash, signature, keyId, root, count } = head;
  const expected = last.number + 1;
  if (number > expected) return { batch: expected, index: 0, kind: 'dropped' };
  if (number < expected) return { batch: number, index: 0, kind: 'inserted' };
  const changed: Broken = { batch: number, index: 0, kind: 'changed' };
  const key = keys.get(keyId);
  if (previous !== last.hash || hashOf(head) !== hash || key === undefined) return changed;
  if (!verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64'))) return changed;
  if (leaves.length !== count || rootOf(leaves) !== root) return changed;
  return anchor === undefined || anchor === hash ? undefined : changed;
}

function brokenRecord({ head: { number }, leaves, records }: AuditBatch): Broken | undefined {
  if (records === undefined) return undefined;
  const own = records.map(leafOf);
  const most = Math.max(own.length, leaves.length);
  for (let index = 0; index < most; index++) {
    const [there, expected] = [own[index], leaves[index]];
    if (there === expected) continue;
    return { batch: number, index, kind: kindOf(there, expected, own, leaves) };
  }
  return undefined;
}

/** By where the record belongs that stands here, and where the one is that belongs here. */
function kindOf(
  there: string | undefined,
  expected: string | undefined,
  own: readonly string[],
  leaves: readonly string[],
): Broken['kind'] {
  if (there === undefined) return 'dropped';
  if (expected === undefined) return 'inserted';
  if (own.includes(expected)) return leaves.includes(there) ? 'moved' : 'inserted';
  return leaves.includes(there) || own.length < leaves.length ? 'dropped' : 'changed';
}
