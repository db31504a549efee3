import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { SecretProofs } from './secret-proofs.ts';

/** A cheap stand-in for the real hash: only the number of calls matters. */
function hashSecret(secret: string, salt: string): Promise<Buffer> {
  return Promise.resolve(createHash('sha256').update(`${salt} ${secret}`).digest());
}

async function rowOf(
  id: string,
  secret: string,
): Promise<{ id: string; salt: string; hash: string }> {
  const salt = `salt of ${id}`;
  return { id, salt, hash: (await hashSecret(secret, salt)).toString('hex') };
}

/** Makes proofs that count how often a secret is hashed, which is their cost. */
function counted(): { readonly proofs: SecretProofs; hashed: number } {
  const counting = {
    hashed: 0,
    proofs: new SecretProofs((secret, salt) => {
      counting.hashed += 1;
      return hashSecret(secret, salt);
    }),
  };
  return counting;
}

test('a secret that was right once is not hashed again, until the hash is another', async () => {
  const counting = counted();
  const row = await rowOf('a', 'right');
  for (let tries = 0; tries < 5; tries += 1)
    expect(await counting.proofs.holds('digest', 'right', row)).toBe(true);
  expect(counting.hashed).toBe(1);
  expect(await counting.proofs.holds('digest', 'right', await rowOf('a', 'other'))).toBe(false);
  expect(counting.hashed).toBe(2);
});

test('whoever guesses the secret of a token costs little, and keeps no other agent out', async () => {
  const counting = counted();
  const [row, other] = [await rowOf('a', 'right'), await rowOf('b', 'of b')];
  expect(await counting.proofs.holds('known', 'right', row)).toBe(true);
  for (let guess = 0; guess < 300; guess += 1)
    expect(await counting.proofs.holds(`guess ${guess}`, `${guess}`, row)).toBe(false);
  expect(counting.hashed).toBeLessThanOrEqual(60);
  expect(await counting.proofs.holds('known', 'right', row)).toBe(true);
  expect(await counting.proofs.holds('of b', 'of b', other)).toBe(true);
});
