/**
 * The one method a PostgreSQL client needs: a `Pool` or `Client` of `pg` has it, and so has PGlite.
 *
 * @example
 * const client: PostgresClient = new Pool({ connectionString: 'postgres://127.0.0.1/app' });
 */
export interface PostgresClient {
  /** If present, the store listens for `error`, so that a lost connection does not end the process. */
  on?(event: 'error', listener: (error: unknown) => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}
