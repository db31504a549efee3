import { InterposeError } from '@interpose/core';

import { LONGEST_TIMER_MS } from '../shared/values/timer-delay.ts';
import type { PostgresClient } from './postgres-client.ts';

/** The table of a store, created at first use. In statements, `TABLE` stands for its quoted name. */
export class PostgresTable {
  readonly #client: PostgresClient;
  readonly #quoted: string;
  #ready: Promise<void> | undefined;
  #writes = 0;

  readonly #timeoutMs: number;

  /**
   * Takes the milliseconds after which a pending check for the table is forgotten, so that later uses check again.
   *
   * @throws InterposeError `invalid_option` when no table can have this name.
   */
  constructor(client: PostgresClient, name: string, timeoutMs: number) {
    this.#client = client;
    this.#quoted = quotedName(name);
    this.#timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
  }

  setup(): Promise<void> {
    return this.#ready ?? this.#look();
  }

  /** Checks for the table. Without the timer, a connection that died silently would block the store for ever. */
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
    try {
      return (await this.#client.query(text, values)).rows;
    } catch (error) {
      // Who dropped the table took its rows; the next use creates it, without the mark that was seen.
      if (codeOf(error) === NO_TABLE) this.#ready = undefined;
      throw error;
    }
  }

  /** Whether the statement returned a row; false also when it lost against another transaction. */
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

  /** Sweeps after every 1000 writes. Nobody waits for it: expired rows read as missing anyway. */
  countWrite(): void {
    if (++this.#writes % WRITES_PER_SWEEP === 0) this.sweep().catch(() => undefined);
  }
}

const WRITES_PER_SWEEP = 1000;
const SWEEP = `delete from TABLE where key in (
  select key from TABLE where expires_at <= clock_timestamp() limit 10000 for update skip locked
) returning 1`;

/** Serialisation failure and deadlock, in databases whose default isolation is above read committed. */
const BEATEN: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const NO_TABLE = '42P01';

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Creates the table under a lock: two processes that create it at once fail even with `if not exists`. */
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

/** Returns the name of the index. It is in the schema of its table and is named without a schema. */
function indexName(quoted: string): string {
  const [table = ''] = quoted.split('.').slice(-1);
  return `${table.slice(0, -1)}_expiry"`;
}

/** Checks and quotes the name of a table; callers without types may pass anything. */
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

/** A name of up to 55 characters: PostgreSQL cuts names at 63 bytes, and the index adds seven. */
const NAME = /^[A-Za-z_]\w{0,54}$/;
