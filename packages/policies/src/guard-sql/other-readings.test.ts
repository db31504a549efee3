import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { guardSql, type SqlDialect, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: string, dialect: SqlDialect, options: Partial<SqlOptions>) {
  const policy = guardSql({ tools: 'query', dialect, ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

test.each(['mysql', 'sqlite', 'snowflake', 'redshift'] as const)(
  'a limit below zero is no limit in %s',
  async (dialect) => {
    const trial = await tried('select a from t limit -1', dialect, { maxRows: 10 });
    expect(trial).toDeny({ code: 'sql_limit' });
  },
);

test('an update with other tables is denied where the parser leaves them out', async () => {
  const options = { statements: ['select', 'update'], tables: { allow: ['orders'] } };
  const update = 'update orders set a = 1';
  expect(await tried(`${update} from users where true`, 'bigquery', options)).toDeny({
    code: 'sql_unreadable',
  });
  const nested = 'update orders set a = (select max(b) from orders) where a = 1';
  expect(await tried(nested, 'bigquery', options)).toAllow();
});

test('a name that stands for several tables is denied with each of them', async () => {
  const tables = { deny: ['users_secret'] };
  expect(await tried('select a from `users_*`', 'bigquery', { tables })).toDeny({
    code: 'sql_table',
  });
  expect(await tried('select a from `orders_*`', 'bigquery', { tables })).toAllow();
});

test.each([
  "select * from identifier('users')",
  "select * from table('users')",
  'select * from table(users)',
  "select * from table(result_scan('1'))",
])('%s reads a table that only its text names', async (query) => {
  const tables = { allow: ['orders'] };
  expect(await tried(query, 'snowflake', { tables })).toDeny({ code: 'sql_function' });
});

test('a function of tables is called', async () => {
  const query = 'select f.value from orders, table(flatten(input => a)) f';
  expect(await tried(query, 'snowflake', { tables: { allow: ['orders'] } })).toAllow();
});

test.each(['secret:a', 'secret:a.b', 'secret:a::int'])(
  '%s is a column in Snowflake',
  async (it) => {
    const columns = { deny: ['secret'] };
    const trial = await tried(`select ${it} from orders`, 'snowflake', { columns });
    expect(trial).toDeny({ code: 'sql_column' });
  },
);

const byDialect: readonly (readonly [SqlDialect, string, string])[] = [
  ['mysql', '`', '`'],
  ['mariadb', '`', '`'],
  ['sqlite', '"', '"'],
  ['transactsql', '[', ']'],
  ['snowflake', '"', '"'],
  ['redshift', '"', '"'],
];

test.each(byDialect)('a dot in quotes is part of the name in %s', async (dialect, open, close) => {
  const tables = { allow: ['db.orders'] };
  const dotted = `select a from ${open}db.orders${close}`;
  expect(await tried(dotted, dialect, { tables })).toDeny({ code: 'sql_table' });
});

test.each([
  ['snowflake', 'select a from "ORDERS""x"'],
  ['redshift', 'select a from "orders""x"'],
  ['sqlite', 'select a from "orders""x"'],
  ['sqlite', 'select a from `orders``x`'],
  ['transactsql', 'select a from "orders""x"'],
] as const)(
  'a quote in a name, which the parser of %s takes for two, is denied',
  async (...given) => {
    const [dialect, query] = given;
    const tables = { allow: ['ORDERS', 'orders'] };
    expect(await tried(query, dialect, { tables })).toDeny({ code: 'sql_unreadable' });
    const text = "select a from orders where b = 'it''s'";
    expect(await tried(text, dialect, { tables })).toAllow();
  },
);

test.each([
  ['transactsql', 'hr.dbo.orders'],
  ['transactsql', 'far.shop.dbo.orders'],
  ['snowflake', 'hr.dbo.orders'],
  ['redshift', 'hr.dbo.orders'],
  ['bigquery', 'hr.dbo.orders'],
  ['bigquery', '`hr.dbo.orders`'],
] as const)(
  'a list of tables in %s means those of another database only with its name',
  async (...given) => {
    const [dialect, table] = given;
    const query = `select a from ${table}`;
    const path = table.replaceAll('`', '').split('.');
    const own = { allow: ['dbo.orders', 'orders', 'shop.dbo.*'] };
    expect(await tried(query, dialect, { tables: own })).toDeny({ code: 'sql_table' });
    expect(await tried('select a from shop.dbo.orders', dialect, { tables: own })).toAllow();
    expect(await tried(query, dialect, { tables: { allow: [path.join('.')] } })).toAllow();
    expect(await tried(query, dialect, { tables: { allow: ['*'] } })).toAllow();
    const denied = { allow: ['*'], deny: ['dbo.orders'] };
    expect(await tried(query, dialect, { tables: denied })).toDeny({ code: 'sql_table' });
    expect(await tried(query, dialect, { tables: { deny: ['shop.dbo.*'] } })).toAllow();
    expect(await tried('select a from dbo.orders', dialect, { tables: own })).toAllow();
  },
);
