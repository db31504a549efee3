import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { listenForErrors } from '../shared/stores/listen-for-errors.ts';
import { comparingStore, type ComparingServer } from '../shared/stores/comparing-store.ts';
import type { PostgresClient } from './postgres-client.ts';
import { PostgresTable } from './postgres-table.ts';

const OPTIONS = Object.keys({ table: true, timeoutMs: true } satisfies Record<
  keyof PostgresStoreOptions,
  true
>);

/**
 * Options of `postgresStore`.
 *
 * @example
 * const options: PostgresStoreOptions = { table: 'agents.state', timeoutMs: 1000 };
 */
export interface PostgresStoreOptions {
  /** The name of the table, optionally after a schema and a dot. Default: `interpose_state`. */
  readonly table?: string;
  /** Milliseconds that one operation may take, including its retries. Default: 5000. */
  readonly timeoutMs?: number;
}

/**
 * A StateStore on PostgreSQL, with the methods that its table needs.
 *
 * @example
 * const store: PostgresStore = postgresStore(pool);
 * await store.setup();
 * await store.sweep(); // => 0
 */
export interface PostgresStore extends StateStore {
  /** Creates the table if it is missing; so does the first use. Any number of processes may call it at once. */
  setup(): Promise<void>;
  /** Deletes expired rows and returns their number. The store also does this every 1000 writes. */
  sweep(): Promise<number>;
}

/**
 * A StateStore on PostgreSQL (12 or later), for processes that share limits, budgets, caches and approvals. Every
 * operation is one statement, so that it also works behind a pooler. `update` writes only if nobody else has changed
 * the value meanwhile. The clock is the server's.
 *
 * @example
 * const pool = new Pool({ connectionString: 'postgres://127.0.0.1/app' });
 * const hooks = createHooks({ store: postgresStore(pool) });
 * @throws InterposeError `invalid_option`; its methods reject with `store_timeout`, `store_contended`, or what the client throws.
 */
export function postgresStore(
  client: PostgresClient,
  options?: PostgresStoreOptions,
): PostgresStore;
export function postgresStore(
  client: PostgresClient,
  options: PostgresStoreOptions = {},
  ...more: readonly unknown[]
): PostgresStore {
  checkOptions('postgresStore', options, OPTIONS, more);
  const { table = 'interpose_state', timeoutMs = 5000 } = options;
  if (typeof client?.query !== 'function') {
    throw new InterposeError(
      'invalid_option',
      'postgresStore needs a client with query',
      'pass a Pool of the package pg',
    );
  }
  listenForErrors(client);
  const rows = new PostgresTable(client, table, timeoutMs);
  const store = comparingStore(postgresServer(rows), timeoutMs);
  return { ...store, setup: () => rows.setup(), sweep: () => rows.sweep() };
}

function postgresServer(table: PostgresTable): ComparingServer {
  return {
    async read(key) {
      const [row] = await table.run(
        'select value from TABLE where key = $1 and (expires_at is null or expires_at > clock_timestamp())',
        [key],
      );
      return (row as { readonly value: string } | undefined)?.value;
    },
    async readAt(key) {
      const [row] = await table.run(READ_AT, [key]);
      const { value, now } = row as { readonly value: string | null; readonly now: number };
      return { text: value ?? undefined, now };
    },
    async write(key, text, ttlMs) {
      if (text === undefined) await table.run('delete from TABLE where key = $1', [key]);
      else await table.run(UPSERT, [key, text, ttlMs ?? null]);
      table.countWrite();
    },
    async replace(key, expected, text, ttlMs) {
      const [statement, values] = replacement(key, expected, text, ttlMs ?? null);
      const won = await table.runUnlessBeaten(statement, values);
      table.countWrite();
      return won;
    },
    async removeAll(prefix) {
      await table.run(String.raw`delete from TABLE where key like $1 escape '\'`, [
        `${literally(prefix)}%`,
      ]);
    },
  };
}

const READ_AT = `select (select value from TABLE
    where key = $1 and (expires_at is null or expires_at > clock_timestamp())) as value,
  (extract(epoch from clock_timestamp()) * 1000)::double precision as now`;
const EXPIRY = "clock_timestamp() + $3::double precision * interval '1 millisecond'";
const UPSERT = `insert into TABLE as kept (key, value, expires_at) values ($1, $2, ${EXPIRY})
  on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`;
const ALIVE = '(expires_at is null or expires_at > clock_timestamp())';

function replacement(
  key: string,
  expected: string | undefined,
  text: string | undefined,
  ttlMs: number | null,
): readonly [statement: string, values: unknown[]] {
  if (text === undefined) {
    return [
      `delete from TABLE where key = $1 and value = $2 and ${ALIVE} returning 1`,
      [key, expected],
    ];
  }
  if (expected === undefined) {
    return [`${UPSERT} where kept.expires_at <= clock_timestamp() returning 1`, [key, text, ttlMs]];
  }
  return [
    `update TABLE set value = $2, expires_at = ${EXPIRY} where key = $1 and value = $4 and ${ALIVE} returning 1`,
    [key, text, ttlMs, expected],
  ];
}

/** Returns a LIKE pattern that matches only this text. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
