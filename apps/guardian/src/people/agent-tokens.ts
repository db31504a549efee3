import { hash, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import type { Storage, Work } from '../storage/open-storage.ts';

/** Who an agent's token says it is. */
export interface AgentAccess {
  readonly tenant: string;
  /** The name that the token was made for; undefined for the token of the settings, which fits every agent. */
  readonly agent: string | undefined;
}

const derive = promisify(scrypt) as (
  secret: string,
  salt: string,
  length: number,
) => Promise<Buffer>;

/** What is kept of the secret of a token. */
export function hashSecret(secret: string, salt: string): Promise<Buffer> {
  return derive(secret, salt, 32);
}

const SHAPE = /^ig_([a-z0-9]{12})_([A-Za-z0-9_-]{32})$/;
/** How long a token that was taken back may still be known here, where the notice of it was missed. */
const KNOWN_MS = 30_000;

/** Knows the tokens of agents: hashed in the database, and for a short time in memory by their digest. */
export class AgentTokens {
  readonly #storage: Storage | undefined;
  readonly #own: Buffer;
  #changes = 0;
  readonly #known = new Map<string, { readonly access: AgentAccess; readonly until: number }>();

  constructor(storage: Storage | undefined, token: string) {
    this.#storage = storage;
    this.#own = digestOf(token);
  }

  /** What a bearer token gives access to; undefined for one that nobody gave out, or that was taken back. */
  check(
    authorization: string | undefined,
  ): AgentAccess | undefined | Promise<AgentAccess | undefined> {
    const token =
      authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : undefined;
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    if (timingSafeEqual(digest, this.#own)) return OWN;
    const known = this.#known.get(digest.toString('hex'));
    if (known !== undefined && known.until > Date.now()) return known.access;
    const parts = SHAPE.exec(token);
    return parts === null ? undefined : this.#look(parts[1] ?? '', parts[2] ?? '', digest);
  }

  /** Tokens may have been made or taken back. */
  forget(): void {
    this.#changes++;
    this.#known.clear();
  }

  async #look(id: string, secret: string, digest: Buffer): Promise<AgentAccess | undefined> {
    const before = this.#changes;
    const row = await this.#storage?.within('*', (work) =>
      work.selectFrom('agent_token').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined || (row.expires_at !== null && row.expires_at <= Date.now()))
      return undefined;
    const derived = await hashSecret(secret, row.salt);
    if (!timingSafeEqual(derived, Buffer.from(row.hash, 'hex'))) return undefined;
    // It may have been taken back while it was derived: what was read before that does not count.
    if (this.#changes !== before) return this.#look(id, secret, digest);
    void this.#storage?.within('*', (work) => used(work, id)).catch(() => undefined);
    const access = { tenant: row.tenant, agent: row.agent === '' ? undefined : row.agent };
    const until = Math.min(Date.now() + KNOWN_MS, row.expires_at ?? Infinity);
    this.#known.set(digest.toString('hex'), { access, until });
    return access;
  }
}

const OWN: AgentAccess = { tenant: ONLY_TENANT, agent: undefined };

async function used(work: Work, id: string): Promise<void> {
  await work.updateTable('agent_token').set({ last_at: Date.now() }).where('id', '=', id).execute();
}

function digestOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token), 'hex');
}
