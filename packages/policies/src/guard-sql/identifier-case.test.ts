import type { DenyVerdict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { guardSql, type SqlDialect, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: string, dialect: SqlDialect, options: Partial<SqlOptions>) {
  const policy = guardSql({ tools: 'query', dialect, ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

test.each([
  ['postgresql', 'orders', 'select 1 from ORDERS'],
  ['postgresql', 'Orders', 'select 1 from "Orders"'],
  ['postgresql', 'Orders', 'select 1 from orders'],
  ['postgresql', 'orders', 'select 1 from public.orders'],
  ['redshift', 'orders', 'select 1 from Orders'],
  ['redshift', 'orders', 'select 1 from "orders"'],
  ['redshift', 'Orders', 'select 1 from "Orders"'],
  ['snowflake', 'orders', 'select 1 from Orders'],
  ['snowflake', 'orders', 'select 1 from "ORDERS"'],
  ['snowflake', 'orders', 'select 1 from PUBLIC.orders'],
  ['snowflake', 'Orders', 'select 1 from "Orders"'],
  ['sqlite', 'orders', 'select 1 from "ORDERS"'],
  ['sqlite', 'Orders', 'select 1 from orders'],
  ['mysql', 'Orders', 'select 1 from Orders'],
  ['bigquery', 'Orders', 'select 1 from `Orders`'],
  ['transactsql', 'Orders', 'select 1 from [Orders]'],
] as const)('in %s, %s on the list allows %s', async (dialect, name, query) => {
  expect(await tried(query, dialect, { tables: { allow: [name] } })).toAllow();
});

test.each([
  ['postgresql', 'orders', 'select 1 from "Orders"'],
  ['postgresql', 'Orders', 'select 1 from "ORDERS"'],
  ['postgresql', 'orders', 'select 1 from "PUBLIC".orders'],
  ['postgresql', 'sales.orders', 'select 1 from "Sales".orders'],
  ['postgresql', 'sales.*', 'select 1 from "Sales".orders'],
  ['redshift', 'orders', 'select 1 from "Orders"'],
  ['redshift', 'a', 'with Secret as (select 1 from a) select 1 from "Secret"'],
  ['snowflake', 'orders', 'select 1 from "orders"'],
  ['snowflake', 'orders', 'select 1 from "public".orders'],
  ['snowflake', 'a', 'with secret as (select 1 from a) select 1 from "secret"'],
  ['mysql', 'orders', 'select 1 from Orders'],
  ['mariadb', 'Orders', 'select 1 from orders'],
  ['bigquery', 'orders', 'select 1 from Orders'],
  ['transactsql', 'orders', 'select 1 from ORDERS'],
  ['sqlite', 'tokens', 'select 1 from "to\u212Aens"'],
] as const)('in %s, %s on the list does not allow %s', async (dialect, name, query) => {
  const trial = await tried(query, dialect, { tables: { allow: [name] } });
  expect(trial).toDeny({ code: 'sql_table' });
});

test.each([
  ['postgresql', 'select "Id" from orders', 'sql_column'],
  ['postgresql', 'select ID from orders', undefined],
  ['postgresql', 'select id from "Orders"', 'sql_column'],
  ['redshift', 'select "Id" from orders', 'sql_column'],
  ['snowflake', 'select "id" from orders', 'sql_column'],
  ['snowflake', 'select Id from Orders', undefined],
  ['transactsql', 'select ID from orders', 'sql_column'],
  ['mysql', 'select ID from orders', undefined],
  ['bigquery', 'select ID from orders', undefined],
  ['sqlite', 'select "ID" from orders', undefined],
] as const)(
  'in %s, a list with the column orders.id judges %s: %s',
  async (dialect, query, code) => {
    const trial = await tried(query, dialect, { columns: { allow: ['orders.id'] } });
    expect((trial.verdict as DenyVerdict | undefined)?.code).toBe(code);
  },
);

test.each(['postgresql', 'snowflake', 'mysql', 'sqlite'] as const)(
  'in %s, a denied name is denied in every case',
  async (dialect) => {
    const tables = { deny: ['Users'] };
    expect(await tried('select 1 from USERS', dialect, { tables })).toDeny({ code: 'sql_table' });
  },
);
