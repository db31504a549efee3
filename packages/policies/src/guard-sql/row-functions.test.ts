import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardSql, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: string, options: Partial<SqlOptions> = {}) {
  const policy = guardSql({ tools: 'query', dialect: 'postgresql', ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

describe('PostgreSQL calls a function of a row that is written like a column', () => {
  const columns: SqlOptions['columns'] = { deny: ['password'] };

  test.each([
    'select u.to_jsonb from users u',
    'select users.row_to_json from users',
    'select u.concat from users u',
    'select u.json_agg from users u',
    'select (u).array_agg from users u',
    'select id from users u where u.quote_literal like $$%a%$$',
    'with x as (select u.to_json from users u) select * from x',
  ])('%s gives whole rows', async (query) => {
    expect(await tried(query, { columns })).toDeny({ code: 'sql_column' });
  });

  test.each(['select t.f from t', 'select (t).f from t'])(
    '%s may call a function that is denied',
    async (query) => {
      expect(await tried(query, { functions: { deny: ['f'] } })).toDeny({ code: 'sql_function' });
    },
  );

  test.each([
    "select ('/etc/passwd'::text).pg_read_file",
    'select (t.path).pg_read_file from t',
    'select (path).pg_read_file from t',
    'select (select path from t).pg_read_file',
    'select id from t where (path).pg_read_file like $$root%$$',
    'select (((10).int8).pg_sleep)',
  ])('%s calls a harmful function of any value', async (query) => {
    expect(await tried(query)).toDeny({ code: 'sql_function' });
  });

  test('a value in parentheses may be given to functions that are allowed alone', async () => {
    const functions: SqlOptions['functions'] = { allow: ['upper'] };
    expect(await tried('select (t.name).upper from t', { functions })).toAllow();
    expect(await tried('select (t.name).audit from t', { functions })).toDeny({
      code: 'sql_function',
    });
    expect(await tried('select (t.address).city, (t.tags)[1] from t')).toAllow();
  });

  test('a column of a table is a column', async () => {
    expect(await tried('select u.id, u.name from users u', { columns })).toAllow();
    expect(await tried('select t.sleep from t', { functions: { allow: ['count'] } })).toAllow();
    expect(await tried('select u.max from users u')).toAllow();
  });
});

describe('what is harmful by name', () => {
  test.each<[SqlOptions['dialect'], string, string]>([
    ['transactsql', 'select password_hash from sys.sql_logins', 'sql_table'],
    ['transactsql', 'select * from master.sys.sql_logins', 'sql_table'],
    ['transactsql', "select loginproperty('sa', 'PasswordHash')", 'sql_function'],
    ['postgresql', 'select * from information_schema.user_mapping_options', 'sql_table'],
    ['postgresql', 'select subconninfo from pg_subscription', 'sql_table'],
    ['postgresql', "select xpath_table('a', 'b', 'users', '/', 'true')", 'sql_function'],
    ['postgresql', "select get_raw_page('users', 0)", 'sql_function'],
    ['postgresql', "select lowrite(1, 'x')", 'sql_function'],
    ['sqlite', "select data from fsdir('/etc')", 'sql_function'],
    ['sqlite', "select eval('delete from t')", 'sql_function'],
    ['sqlite', 'select data from sqlite_dbpage', 'sql_table'],
    ['mysql', "select wait_for_executed_gtid_set('a')", 'sql_function'],
  ])('%s: %s', async (dialect, query, code) => {
    expect(await tried(query, { dialect })).toDeny({ code });
  });
});
