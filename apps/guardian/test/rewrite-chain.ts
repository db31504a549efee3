import { generateKeyPairSync } from 'node:crypto';

import { closeBatch } from '@interpose/aos/audit';
import type { Client } from 'pg';

import { keyIdOf } from '../src/audit/signing-key.ts';

/**
 * What somebody with every right over the database can do: changes records, chains all of them anew, signs with a key of
 * their own, and puts that key where the guardians' keys stand.
 */
export async function rewriteChain(
  database: Client,
  change: (record: string) => string,
): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const keyId = keyIdOf(pem);
  await database.query('insert into audit_key values ($1, $2, 1)', [keyId, pem]);
  const { rows: heads } = await database.query<{ number: string; closed_at: string }>(
    'select number, closed_at from audit_batch order by number',
  );
  let after: { readonly number: number; readonly hash: string } | undefined;
  for (const { number, closed_at: closedAt } of heads) {
    const { rows } = await database.query<{ id: string; at: string; record: string }>(
      'select id, at, record from step where batch = $1 order by place',
      [number],
    );
    const records = rows.map(({ record }) => change(record));
    for (const [index, { id }] of rows.entries())
      await database.query('update step set record = $1 where id = $2', [records[index], id]);
    const firstAt = Math.min(...rows.map(({ at }) => Number(at)));
    const times = { closedAt: Number(closedAt), firstAt };
    const { head, leaves } = closeBatch(records, { ...times, after, keyId, key: privateKey });
    await database.query(
      `update audit_batch set previous = $1, root = $2, hash = $3, signature = $4, key_id = $5, leaves = $6,
        anchored_at = 1 where number = $7`,
      [head.previous, head.root, head.hash, head.signature, keyId, leaves.join(''), number],
    );
    after = head;
  }
}
