import { Client } from 'pg';

const SERVER = process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';

/** A PostgreSQL of its own for a test file; undefined where there is no server, which CI never accepts. */
export async function freshDatabase(): Promise<
  { readonly url: string; drop(): Promise<void> } | undefined
> {
  const name = `guardian_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  try {
    await run(`create database ${name}`);
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    console.warn(`skipped: no PostgreSQL at ${new URL(SERVER).host}: ${(error as Error).message}`);
    return undefined;
  }
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}

async function run(text: string): Promise<void> {
  const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
