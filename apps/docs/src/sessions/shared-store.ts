import { createHooks, type Hooks } from '@interpose/core';
import { limitRate } from '@interpose/policies/limit-rate';
import { postgresStore } from '@interpose/policies/postgres-store';
import { Pool } from 'pg';

const store = postgresStore(
  new Pool({ connectionString: process.env['DATABASE_URL'] }),
);

/** Limits count over all processes, and what waits for a person is in the database. */
export const hooks: Hooks = createHooks({
  policies: [limitRate({ limit: 60, windowMs: 60_000, per: 'user', store })],
  store,
});
