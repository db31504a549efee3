/**
 * The one method a PostgreSQL client needs: a `Pool` or `Client` of `pg` has it, and so has PGlite.
 *
 * @example
 * const client: PostgresClient = new Pool({ connectionString: 'postgres://127.0.0.1/app' });
 */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}
