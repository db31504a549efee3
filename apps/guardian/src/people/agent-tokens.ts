import { hash, timingSafeEqual } from 'node:crypto';

import { ONLY_TENANT } from '../policies/policy-layer.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { SecretProofs } from './secret-proofs.ts';

/** The access that an agent's token gives. */
export interface AgentAccess {
  readonly tenant: string;
  /** The agent that the token was made for; undefined for the token of the settings, which fits every agent. */
  readonly agent: string | undefined;
}

const SHAPE = /^ig_([a-z0-9]{12})_([A-Za-z0-9_-]{32})$/;
/** The milliseconds that a revoked token may stay known here if its notice was missed. */
const KNOWN_MS = 30_000;

interface Known {
  readonly access: AgentAccess;
  /** A time on the monotonic clock: setting the system clock back must not extend a token. */
  readonly until: number;
  readonly expiresAt: number;
}

/** Checks the tokens of agents: hashed in the database, and in memory for a short time by their digest. */
export class AgentTokens {
  readonly #storage: Storage | undefined;
  readonly #own: Buffer;
  #changes = 0;
  readonly #known = new Map<string, Known>();
  readonly #looking = new Map<string, Promise<AgentAccess | undefined>>();
  readonly #proofs = new SecretProofs();

  constructor(storage: Storage | undefined, token: string) {
    this.#storage = storage;
    this.#own = digestOf(token);
  }

  /** Returns the access of a bearer token; undefined for an unknown or revoked one. */
  check(
    authorization: string | undefined,
  ): AgentAccess | undefined | Promise<AgentAccess | undefined> {
    const token =
      authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : undefined;
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    if (timingSafeEqual(digest, this.#own)) return OWN;
    const key = digest.toString('hex');
    const known = this.#known.get(key);
    if (known !== undefined && isFresh(known)) return known.access;
    const parts = SHAPE.exec(token);
    return parts === null ? undefined : this.#lookOnce(parts[1] ?? '', parts[2] ?? '', key);
  }

  /** Forgets all tokens, because some may have been made or revoked. */
  forget(): void {
    this.#changes++;
    this.#known.clear();
  }

  /** Looks a token up once for all requests of an agent that come together. */
  async #lookOnce(id: string, secret: string, digest: string): Promise<AgentAccess | undefined> {
    const begun = this.#looking.get(digest);
    if (begun !== undefined) return begun;
    const looking = this.#look(id, secret, digest);
    this.#looking.set(digest, looking);
    return looking.finally(() => this.#looking.delete(digest));
  }

  async #look(id: string, secret: string, digest: string): Promise<AgentAccess | undefined> {
    const before = this.#changes;
    const row = await this.#storage?.within('*', (work) =>
      work.selectFrom('agent_token').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined || (row.expires_at !== null && row.expires_at <= Date.now()))
      return undefined;
    if (!(await this.#proofs.holds(digest, secret, row))) return undefined;
    // The token may have been revoked during the hashing, so the row is read again.
    if (this.#changes !== before) return this.#look(id, secret, digest);
    void this.#storage?.within('*', (work) => used(work, id)).catch(() => undefined);
    const access = { tenant: row.tenant, agent: row.agent === '' ? undefined : row.agent };
    const until = performance.now() + KNOWN_MS;
    this.#known.set(digest, { access, until, expiresAt: row.expires_at ?? Infinity });
    return access;
  }
}

function isFresh({ until, expiresAt }: Known): boolean {
  return until > performance.now() && expiresAt > Date.now();
}

const OWN: AgentAccess = { tenant: ONLY_TENANT, agent: undefined };

async function used(work: Work, id: string): Promise<void> {
  await work.updateTable('agent_token').set({ last_at: Date.now() }).where('id', '=', id).execute();
}

function digestOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token), 'hex');
}
