import { Client } from 'pg';

const SERVER = process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';

/** A PostgreSQL database of its own for a test file. */
export interface FreshDatabase {
  readonly url: string;
  run(text: string, values?: readonly unknown[]): Promise<void>;
  drop(): Promise<void>;
}

/** Undefined where there is no server, which CI never accepts. */
export async function freshDatabase(): Promise<FreshDatabase | undefined> {
  const name = `console_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  try {
    await run(SERVER, `create database ${name}`);
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    console.warn(`skipped: no PostgreSQL at ${new URL(SERVER).host}: ${(error as Error).message}`);
    return undefined;
  }
  const address = new URL(SERVER);
  address.pathname = `/${name}`;
  const url = address.href;
  return {
    url,
    run: (text, values) => run(url, text, values),
    drop: () => run(SERVER, `drop database if exists ${name} with (force)`),
  };
}

async function run(url: string, text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
