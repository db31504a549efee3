import { checkOptions, InterposeError, type StateStore } from '@interpose/core';

import { listenForErrors } from '../shared/stores/listen-for-errors.ts';
import { comparingStore, type ComparingServer } from '../shared/stores/comparing-store.ts';
import { MARK_KEY, Sentinel, type MarkPlace } from '../shared/stores/sentinel.ts';
import { withinTime } from '../shared/stores/within-time.ts';
import type { PostgresClient } from './postgres-client.ts';
import { PostgresTable } from './postgres-table.ts';

const OPTIONS = Object.keys({ table: true, timeoutMs: true, existing: true } satisfies Record<
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
  /** True when the store already holds data: then an empty table has lost it. Default: false. */
  readonly existing?: boolean;
}

/**
 * A StateStore on PostgreSQL that reports when its table has lost its rows, with the methods that the table needs.
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
  /** Continues with an empty store after a loss, in every process that shares the store. */
  acknowledgeLoss(): Promise<void>;
}

/**
 * A StateStore on PostgreSQL (12 or later), for processes that share limits, budgets, caches and approvals. Every
 * operation is one statement, so that it also works behind a pooler. `update` writes only if nobody else has changed
 * the value meanwhile. The clock is the server's. When the table loses its rows, every read rejects with `state_lost`
 * until `acknowledgeLoss` is called.
 *
 * @example
 * const pool = new Pool({ connectionString: 'postgres://127.0.0.1/app' });
 * const hooks = createHooks({ store: postgresStore(pool) });
 * @throws InterposeError `invalid_option`; its methods reject with `store_timeout`, `store_contended`, `state_lost`, or what the client throws.
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
  const { table = 'interpose_state', timeoutMs = 5000, existing = false } = options;
  if (typeof client?.query !== 'function') {
    throw new InterposeError(
      'invalid_option',
      'postgresStore needs a client with query',
      'pass a Pool of the package pg',
    );
  }
  listenForErrors(client);
  const rows = new PostgresTable(client, table, timeoutMs);
  const sentinel = new Sentinel(markIn(rows), existing);
  return {
    ...comparingStore(postgresServer(rows, sentinel), timeoutMs),
    setup: () => rows.setup(),
    sweep: () => rows.sweep(),
    acknowledgeLoss: () => withinTime(timeoutMs, () => sentinel.acknowledge()),
  };
}

/** The mark is a row of the table, so that one statement reads it together with a value. */
function markIn(table: PostgresTable): MarkPlace {
  return {
    async read() {
      const [row] = await table.run('select value from TABLE where key = $1', [MARK_KEY]);
      return (row as { readonly value: string } | undefined)?.value;
    },
    // Whoever is beaten finds the mark of another process.
    add: (mark) => table.runUnlessBeaten(`${ADD} on conflict do nothing`, [MARK_KEY, mark]),
    put: (mark) =>
      table.run(`${ADD} on conflict (key) do update set value = excluded.value`, [MARK_KEY, mark]),
  };
}

function postgresServer(table: PostgresTable, sentinel: Sentinel): ComparingServer {
  return {
    async read(key) {
      return (await readRow(table, sentinel, key)).text;
    },
    readAt: (key) => readRow(table, sentinel, key),
    async write(key, text, ttlMs) {
      await sentinel.note();
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
      await table.run(String.raw`delete from TABLE where key like $1 escape '\' and key <> $2`, [
        `${literally(prefix)}%`,
        MARK_KEY,
      ]);
    },
  };
}

async function readRow(
  table: PostgresTable,
  sentinel: Sentinel,
  key: string,
): Promise<{ readonly text: string | undefined; readonly now: number }> {
  const [row] = await table.run(READ, [key, MARK_KEY]);
  const { value, mark, now } = row as Row;
  await sentinel.check(mark ?? undefined);
  return { text: value ?? undefined, now };
}

interface Row {
  readonly value: string | null;
  readonly mark: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

const READ = `select (select value from TABLE
    where key = $1 and (expires_at is null or expires_at > clock_timestamp())) as value,
  (select value from TABLE where key = $2) as mark,
  (extract(epoch from clock_timestamp()) * 1000)::double precision as now`;
const ADD = 'insert into TABLE (key, value) values ($1, $2)';
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
