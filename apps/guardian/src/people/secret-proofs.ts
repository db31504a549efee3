import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { LimitPerKey } from '../limits/limit-per-key.ts';

const derive = promisify(scrypt) as (
  secret: string,
  salt: string,
  length: number,
) => Promise<Buffer>;

/** Hashes the secret of a token for storage. */
export function hashSecret(secret: string, salt: string): Promise<Buffer> {
  return derive(secret, salt, 32);
}

/** The part of a token's row for checking its secret. */
export interface HashedSecret {
  readonly id: string;
  readonly salt: string;
  readonly hash: string;
}

/** The most unproven checks of one token in a minute. */
const MOST_UNPROVEN = 60;
const MOST_PROVEN = 10_000;

/**
 * Checks secrets against their hashes. A check takes 50 ms of a core, so a right secret is checked once, and the number
 * of wrong ones for a token is limited: guessing slows nobody else down.
 */
export class SecretProofs {
  readonly #limit = new LimitPerKey({ points: MOST_UNPROVEN });
  readonly #hash: typeof hashSecret;
  /** The hash that a secret was right for, by the digest of the secret. */
  readonly #proven = new Map<string, string>();

  constructor(hash: typeof hashSecret = hashSecret) {
    this.#hash = hash;
  }

  /** Whether this is the secret of the row. */
  async holds(digest: string, secret: string, row: HashedSecret): Promise<boolean> {
    if (this.#proven.get(digest) === row.hash) return true;
    if (!(await this.#limit.take(row.id))) return false;
    const hashed = await this.#hash(secret, row.salt);
    if (!timingSafeEqual(hashed, Buffer.from(row.hash, 'hex'))) return false;
    this.#proven.set(digest, row.hash);
    const [oldest] = this.#proven.keys();
    if (this.#proven.size > MOST_PROVEN && oldest !== undefined) this.#proven.delete(oldest);
    return true;
  }
}
