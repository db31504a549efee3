import { InterposeError } from '@interpose/core';

import type { PostgresClient } from './postgres-client.ts';

/** The store's table, made at first use; in statements `TABLE` stands for its quoted name. */
export class PostgresTable {
  readonly #client: PostgresClient;
  readonly #quoted: string;
  #ready: Promise<void> | undefined;
  #writes = 0;

  readonly #timeoutMs: number;

  /**
   * A look for the table that takes longer than `timeoutMs` is not waited for by those who come later.
   *
   * @throws InterposeError `invalid_option` when no table can have this name.
   */
  constructor(client: PostgresClient, name: string, timeoutMs: number) {
    this.#client = client;
    this.#quoted = quotedName(name);
    this.#timeoutMs = timeoutMs;
  }

  setup(): Promise<void> {
    return this.#ready ?? this.#look();
  }

  /** On a connection that died silently it would never end, and with it no use of the store. */
  #look(): Promise<void> {
    const ready = createTable(this.#client, this.#quoted);
    const forget = (): void => {
      clearTimeout(late);
      if (this.#ready === ready) this.#ready = undefined;
    };
    const late = setTimeout(forget, this.#timeoutMs);
    ready.then(() => clearTimeout(late), forget);
    return (this.#ready = ready);
  }

  async run(statement: string, values: unknown[]): Promise<readonly unknown[]> {
    await this.setup();
    const text = statement.replaceAll('TABLE', this.#quoted);
    return (await this.#client.query(text, values)).rows;
  }

  /** True when the statement returned a row; false also when another transaction stood in its way. */
  async runUnlessBeaten(statement: string, values: unknown[]): Promise<boolean> {
    try {
      return (await this.run(statement, values)).length > 0;
    } catch (error) {
      if (BEATEN.has(codeOf(error))) return false;
      throw error;
    }
  }

  async sweep(): Promise<number> {
    return (await this.run(SWEEP, [])).length;
  }

  /** Sweeps now and then. Not awaited: rows whose time is over read as missing, swept or not. */
  countWrite(): void {
    if (++this.#writes % WRITES_PER_SWEEP === 0) this.sweep().catch(() => undefined);
  }
}

const WRITES_PER_SWEEP = 1000;
const SWEEP = `delete from TABLE where key in (
  select key from TABLE where expires_at <= clock_timestamp() limit 10000 for update skip locked
) returning 1`;

/** Serialisation failure and deadlock, for databases whose default isolation is above read committed. */
const BEATEN: ReadonlySet<unknown> = new Set(['40001', '40P01']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Two processes that create a table at once fail in the catalogue, `if not exists` or not; so they take turns. */
async function createTable(client: PostgresClient, quoted: string): Promise<void> {
  const found = await client.query('select to_regclass($1) is not null as found', [quoted]);
  if ((found.rows[0] as { readonly found: boolean }).found) return;
  await client.query(`do $interpose$ begin
  perform pg_advisory_xact_lock(hashtext('interpose'));
  create table if not exists ${quoted} (
    key text collate "C" primary key,
    value text not null,
    expires_at timestamptz
  );
  create index if not exists ${indexName(quoted)} on ${quoted} (expires_at) where expires_at is not null;
end $interpose$`);
}

/** An index lives in the schema of its table and is named without it. */
function indexName(quoted: string): string {
  const [table = ''] = quoted.split('.').slice(-1);
  return `${table.slice(0, -1)}_expiry"`;
}

/** Callers without types may pass anything. */
function quotedName(name: unknown): string {
  const parts = String(name).split('.');
  if (parts.length >= 1 && parts.length <= 2 && parts.every((part) => NAME.test(part)))
    return parts.map((part) => `"${part}"`).join('.');
  throw new InterposeError(
    'invalid_option',
    `${String(name)} cannot be the table of a store`,
    'pass letters, digits and underscores, perhaps after a schema and a dot',
  );
}

/** PostgreSQL cuts names at 63 bytes, and the index adds seven. */
const NAME = /^[A-Za-z_]\w{0,54}$/;
