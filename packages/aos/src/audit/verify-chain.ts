import { createPublicKey, verify, type KeyObject } from 'node:crypto';

import { GENESIS, hashOf, leafOf, rootOf, type AuditBatch } from './chain.ts';

/**
 * A batch head that was written down outside the database.
 *
 * @example
 * const anchor: Anchor = { number: 1, hash: 'e3b0c442…' };
 */
export interface Anchor {
  readonly number: number;
  readonly hash: string;
}

/**
 * The first record that differs from the original; `index` counts from 0 in its batch.
 *
 * @example
 * const told = ({ kind, batch, index }: Broken) => `record ${index} of batch ${batch} was ${kind}`;
 */
export interface Broken {
  readonly batch: number;
  readonly index: number;
  readonly kind: 'changed' | 'dropped' | 'inserted' | 'moved';
}

/**
 * The result of a verification.
 *
 * @example
 * const told = ({ ok, checked }: Verification) => (ok ? `${checked} records hold` : 'broken');
 */
export interface Verification {
  readonly checked: number;
  /** The number of batches with only their head. */
  readonly retired: number;
  readonly ok: boolean;
  readonly firstBroken?: Broken;
}

/**
 * Verifies a chain from its first batch, and stops at the first error. It needs the batches and the public keys, but no
 * database. Retention drops whole days, the oldest first. So a batch without records that is younger than one with
 * records was dropped by somebody else.
 *
 * @param keys the public keys in PEM, by their id.
 *
 * @example
 * const { ok, firstBroken } = await verifyChain(batches, new Map([['k', publicKeyPem]]));
 */
export async function verifyChain(
  batches: AsyncIterable<AuditBatch> | Iterable<AuditBatch>,
  keys: ReadonlyMap<string, string>,
  anchors: readonly Anchor[] = [],
): Promise<Verification> {
  const known = new Map([...keys].map(([id, pem]) => [id, createPublicKey(pem)]));
  const anchored = new Map(anchors.map(({ number, hash }) => [number, hash]));
  const days: Days = { oldestKept: Infinity, youngestRetired: { number: 0, firstAt: -1 } };
  let last = { number: 0, hash: GENESIS };
  let [checked, retired] = [0, 0];
  for await (const batch of batches) {
    const broken =
      brokenHead(batch, last, known, anchored.get(batch.head.number)) ?? brokenRecord(batch);
    if (broken !== undefined)
      return { checked: checked + broken.index, retired, ok: false, firstBroken: broken };
    anchored.delete(batch.head.number);
    last = batch.head;
    noteDay(days, batch);
    if (batch.records === undefined) retired++;
    else checked += batch.records.length;
  }
  const missing = droppedEarly(days) ?? Math.min(...anchored.keys());
  if (missing === Infinity) return { checked, retired, ok: true };
  return {
    checked,
    retired,
    ok: false,
    firstBroken: { batch: missing, index: 0, kind: 'dropped' },
  };
}

/** The oldest kept batch and the youngest retired one, to compare their days. */
interface Days {
  oldestKept: number;
  youngestRetired: { readonly number: number; readonly firstAt: number };
}

function noteDay(days: Days, { head, records }: AuditBatch): void {
  if (records !== undefined) days.oldestKept = Math.min(days.oldestKept, head.firstAt);
  else if (head.firstAt >= days.youngestRetired.firstAt) days.youngestRetired = head;
}

const DAY_MS = 86_400_000;

/** Returns a batch that retention cannot have dropped, because an older day, or the same day, is kept. */
function droppedEarly({ oldestKept, youngestRetired }: Days): number | undefined {
  const day = oldestKept - (oldestKept % DAY_MS);
  return youngestRetired.firstAt >= day ? youngestRetired.number : undefined;
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

/** Decides by two places: where the record found here belongs, and where the record expected here is. */
function kindOf(
  there: string | undefined,
  expected: string | undefined,
  own: readonly string[],
  leaves: readonly string[],
): Broken['kind'] {
  if (there === undefined) return 'dropped';
  if (expected === undefined) return 'inserted';
  if (own.includes(expected))
    return leaves.includes(there) && own.length <= leaves.length ? 'moved' : 'inserted';
  return leaves.includes(there) || own.length < leaves.length ? 'dropped' : 'changed';
}
