import type { DenyVerdict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ambiguousToken } from './readers/ambiguous-token.ts';
import { guardSql, type SqlDialect, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: string, dialect: SqlDialect, options: Partial<SqlOptions> = {}) {
  const policy = guardSql({ tools: 'query', dialect, ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

const others: readonly SqlDialect[] = [
  'mysql',
  'mariadb',
  'sqlite',
  'transactsql',
  'bigquery',
  'snowflake',
  'redshift',
];

describe.each(others)('%s', (dialect) => {
  test('queries are read', async () => {
    expect(await tried("select a, 'it''s' as b from t where c = 1", dialect)).toAllow();
    const nested = 'with a as (select * from t) select * from a';
    expect(await tried(nested, dialect, { tables: { allow: ['t'] } })).toAllow();
  });

  test.each([
    ['insert into t (a) values (1)', 'sql_statement'],
    ['update t set a = 1 where b = 2', 'sql_statement'],
    ['delete from t where a = 1', 'sql_statement'],
    ['drop table t', 'sql_statement'],
    ['select 1; drop table t', 'sql_multiple'],
    ['select 1 /* ; drop table t */', 'sql_unreadable'],
    ['select 1 -- x', 'sql_unreadable'],
    ["select 'a\\'; drop table x; -- '", 'sql_unreadable'],
    ["select 'open", 'sql_unreadable'],
    ['selec 1', 'sql_unreadable'],
  ])('%s is denied with %s', async (query, code) => {
    const { said, verdict } = await tried(query, dialect);
    expect(said).toBe('deny');
    // Not every parser knows each statement; an unknown one is denied too.
    expect(['sql_unreadable', 'sql_statement', code]).toContain((verdict as DenyVerdict).code);
  });

  test.each([
    'select * from secret',
    'select (select a from secret)',
    'select * from t union select * from secret',
    'select a from t where a in (select b from secret)',
    'with secret as (select * from secret) select * from secret',
    'select * from (select * from secret) s',
  ])('%s names a table that is not allowed', async (query) => {
    expect(await tried(query, dialect, { tables: { allow: ['t'] } })).toDeny({ code: 'sql_table' });
  });

  test('columns and functions are judged', async () => {
    const options = { columns: { deny: ['password'] }, functions: { deny: ['f'] } };
    for (const query of [
      'select password from t',
      'select * from t',
      'select max(password) from t',
    ])
      expect(await tried(query, dialect, options)).toDeny({ code: 'sql_column' });
    expect(await tried('select f(1)', dialect, options)).toDeny({ code: 'sql_function' });
    expect(await tried('select a from t', dialect, options)).toAllow();
  });
});

describe('what is peculiar', () => {
  test.each<[SqlDialect, string, string]>([
    ['mysql', 'select 1 /*!50000 , sleep(5) */', 'sql_unreadable'],
    ['mysql', 'select 1 --0 union select 2', 'sql_unreadable'],
    ['mysql', 'select 1 # x', 'sql_unreadable'],
    ['mysql', "select a from t into outfile '/tmp/x'", 'sql_statement'],
    ['mysql', "select load_file('/etc/passwd')", 'sql_function'],
    ['mysql', 'select sleep(5)', 'sql_function'],
    ['mysql', 'select @x := 1', 'sql_statement'],
    ['mysql', 'select user from mysql.user', 'sql_table'],
    ['mysql', 'select a from t for update', 'sql_statement'],
    ['mysql', "load data infile 'x' into table t", 'sql_statement'],
    ['sqlite', "select load_extension('x')", 'sql_function'],
    ['sqlite', "attach database 'x' as y", 'sql_statement'],
    ['transactsql', "exec xp_cmdshell 'dir'", 'sql_unreadable'],
    ['transactsql', 'select * from t shutdown', 'sql_unreadable'],
    ['transactsql', "select * from openrowset('a', 'b', 'c')", 'sql_function'],
    ['transactsql', 'select * into n from t', 'sql_statement'],
    ['transactsql', "select * from [a'] x, t where a = '] drop table x --'", 'sql_unreadable'],
    ['bigquery', "select '''a' '''", 'sql_unreadable'],
  ])('%s: %s is denied with %s', async (dialect, query, code) => {
    expect(await tried(query, dialect)).toDeny({ code });
  });

  test('only the default schema of the database counts as none', async () => {
    const tables = { allow: ['t'] };
    expect(await tried('select a from main.t', 'sqlite', { tables })).toAllow();
    expect(await tried('select a from dbo.t', 'transactsql', { tables })).toAllow();
    expect(await tried('select a from main.t', 'mysql', { tables })).toDeny({ code: 'sql_table' });
    expect(await tried('select a from dbo.t', 'postgresql', { tables })).toDeny();
    const full = { tables: { allow: ['public.t'] } };
    expect(await tried('select a from public.t', 'postgresql', full)).toAllow();
    expect(await tried('select a from t', 'postgresql', full)).toDeny({ code: 'sql_table' });
  });

  test('writes without a condition are denied', async () => {
    const options = { statements: ['update', 'delete'] };
    expect(await tried('update t set a = 1', 'mysql', options)).toDeny({ code: 'sql_unfiltered' });
    expect(await tried('delete from t', 'mysql', options)).toDeny({ code: 'sql_unfiltered' });
    expect(await tried('update t set a = 1 where b = 2', 'mysql', options)).toAllow();
  });
});

describe('rows', () => {
  test.each<[SqlDialect, string, boolean]>([
    ['postgresql', 'select a from t limit 10', true],
    ['postgresql', 'select a from t fetch first 10 rows only', true],
    ['postgresql', 'select a from t limit 0', true],
    ['postgresql', 'select a from t union select 1 limit 10', true],
    ['postgresql', 'select a from t', false],
    ['postgresql', 'select a from t limit 11', false],
    ['postgresql', 'select a from t limit all', false],
    ['postgresql', 'select a from t limit 5 + 5', false],
    ['postgresql', 'select a from t limit $1', false],
    ['postgresql', 'select a from t order by a fetch first 5 rows with ties', false],
    ['postgresql', '(select a from t limit 1) union select a from t', false],
    ['mysql', 'select a from t limit 10', true],
    ['mysql', 'select a from t limit 100, 10', true],
    ['mysql', 'select a from t limit 10 offset 100', true],
    ['mysql', 'select a from t limit 10, 100', false],
    ['mysql', 'select a from t union select a from u limit 3', false],
    ['sqlite', 'select a from t limit 5', true],
    ['transactsql', 'select top 5 a from t', true],
    ['transactsql', 'select top (5) percent a from t', false],
    ['transactsql', 'select a from t order by a offset 0 rows fetch next 5 rows only', true],
  ])('%s: %s keeps to 10 rows: %s', async (dialect, query, keeps) => {
    const trial = await tried(query, dialect, { maxRows: 10 });
    const code = trial.verdict.decision === 'deny' ? trial.verdict.code : 'allowed';
    expect(code).toBe(keeps ? 'allowed' : 'sql_limit');
  });
});

test('text in quotes never changes what is found outside of them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z'"`;#\-/*[\]$ ]{0,30}$/), (text) => {
      const literal = `'${text.replaceAll("'", "''")}'`;
      expect(ambiguousToken(`select ${literal} from t`, 'mysql')).toBeUndefined();
    }),
  );
});

describe('options', () => {
  test.each<unknown>([
    { dialect: 'postgresql' },
    { tools: 'query' },
    { tools: 'query', dialect: 'oracle' },
    { tools: 'query', dialect: 'mysql', statements: 'select' },
    { tools: 'query', dialect: 'mysql', tables: { allow: 'orders' } },
    { tools: 'query', dialect: 'mysql', tables: { deny: ['a..b'] } },
    { tools: 'query', dialect: 'mysql', columns: { deny: [''] } },
    { tools: 'query', dialect: 'mysql', maxRows: 0 },
    { tools: 'query', dialect: 'mysql', unfiltered: 'ask' },
  ])('%j is refused when the policy is made', (options) => {
    expect(() => guardSql(options as SqlOptions)).toThrow('[invalid_option]');
  });
});
