import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardSql, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: unknown, options: Partial<SqlOptions> = {}) {
  const policy = guardSql({ tools: 'query', dialect: 'postgresql', ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

describe('statements of PostgreSQL', () => {
  test.each([
    'select 1',
    'SELECT a, count(*) FROM t JOIN s.u USING (id) WHERE x > 1 GROUP BY a ORDER BY 2;',
    "select 'drop table x; -- ' /* ; delete from t */ -- ; update",
    'with a as (select 1) select * from a union select 2',
    'table t',
    'values (1)',
    "select $$a; drop table b$$, E'\\'; drop table c'",
  ])('%s only reads', async (query) => {
    expect(await tried(query)).toAllow();
  });

  test.each([
    'insert into t values (1)',
    'update t set a = 1 where b = 2',
    'delete from t where a = 1',
    'merge into t using u on t.a = u.a when matched then delete',
    'with d as (delete from t where a = 1 returning *) select * from d',
    'with a as (with b as (insert into t values (1) returning *) select * from b) select * from a',
    'select * into n from t',
    'select * from t for update',
    'explain analyze delete from t where a = 1',
    'create table n as select 1',
    'drop table t',
    'truncate t',
    "copy t to program 'x'",
    'do $$ begin delete from t; end $$',
    'call f()',
    'set role admin',
    'prepare p as select 1',
    'begin',
    'grant all on t to public',
    'listen x',
    'vacuum',
    'explain select 1',
  ])('%s is not allowed', async (query) => {
    expect(await tried(query)).toDeny({ code: 'sql_statement' });
  });

  test.each([
    'select 1; drop table t',
    "select 'a\\'; drop table x; --'",
    'select 1; select 2',
    '',
    '-- nothing',
    ' ; ',
  ])('%j is not one statement', async (query) => {
    expect((await tried(query)).said).toBe('deny');
  });

  test.each(['selec 1', 'select (', 'x'.repeat(40_000), 42, undefined, ['select 1']])(
    '%j cannot be read',
    async (query) => {
      expect(await tried(query)).toDeny({ code: 'sql_unreadable' });
    },
  );

  test('kinds that are allowed may run, with a condition', async () => {
    const options = { statements: ['select', 'update', 'DELETE'] };
    expect(await tried('update t set a = 1 where b = 2', options)).toAllow();
    expect(await tried('update t set a = 1', options)).toDeny({ code: 'sql_unfiltered' });
    expect(await tried('delete from t', options)).toDeny({ code: 'sql_unfiltered' });
    const nested = 'with d as (delete from t returning *) select * from d';
    expect(await tried(nested, options)).toDeny({ code: 'sql_unfiltered' });
    expect(await tried('delete from t', { ...options, unfiltered: 'allow' })).toAllow();
    expect(await tried('insert into t values (1)', options)).toDeny({ code: 'sql_statement' });
  });
});

describe('names', () => {
  const tables = { allow: ['orders', 'reporting.*'], deny: ['reporting.secrets', 'users'] };

  test.each([
    'select * from orders',
    'select * from public.orders o, reporting.sales',
    'with o as (select * from orders) select * from o',
    'with recursive r as (select 1 as n union select n + 1 from r) select n from r',
    'select 1',
  ])('%s names allowed tables', async (query) => {
    expect(await tried(query, { tables })).toAllow();
  });

  test.each([
    'select * from users',
    'select * from orders, private.orders',
    'select * from reporting.secrets',
    'select (select 1 from users)',
    'select 1 from orders where exists (select 1 from Users)',
    'select * from "users"',
    'select * from orders join lateral (select * from users) u on true',
    'select * from orders union select * from users',
    'with users as (select * from users) select * from users',
    'with a as (select * from b), b as (select 1) select * from a',
    'select * from (with x as (select 1) select * from x) y, x',
    'select * from sales',
    'select * from pg_catalog.pg_class',
  ])('%s does not', async (query) => {
    expect(await tried(query, { tables })).toDeny({ code: 'sql_table' });
  });

  test('tables with the passwords of the database are denied without any list', async () => {
    expect(await tried('select * from pg_authid')).toDeny({ code: 'sql_table' });
    expect(await tried('select * from pg_catalog.pg_shadow')).toDeny({ code: 'sql_table' });
    expect(await tried('select * from users')).toAllow();
  });

  test.each([
    "select pg_read_file('/etc/passwd')",
    'select pg_catalog.pg_sleep(10)',
    'select "pg_sleep"(10)',
    'select PG_SLEEP_FOR(10)',
    "select * from dblink('host=x', 'select 1') as t(a int)",
    "select 1 where 1 = (select length(lo_import('/x')::text))",
    "select query_to_xml('delete from t', true, true, '')",
    'select case when true then pg_terminate_backend(1) end',
    "select set_config('role', 'admin', false)",
  ])('%s calls a harmful function', async (query) => {
    expect(await tried(query)).toDeny({ code: 'sql_function' });
  });

  test('a list of functions replaces the built-in one', async () => {
    const functions = { allow: ['count', 'pg_sleep'], deny: ['sum'] };
    expect(await tried('select count(*), pg_sleep(1)', { functions })).toAllow();
    expect(await tried('select max(a) from t', { functions })).toDeny({ code: 'sql_function' });
    expect(await tried('select sum(a) from t', { functions: { deny: ['sum'] } })).toDeny();
  });

  test.each([
    'select password from users',
    'select u.Password from users u',
    'select 1 from users where password like $1',
    'select * from users',
    'select u.* from users u',
    'select u from users u',
    'select row_to_json(users) from users',
    'select (u).password from users u',
    'select b from users as u(a, b)',
    'select max(password) over () from users',
    'select 1 from a join users using (password)',
    'select 1 from users order by password',
  ])('%s tells a denied column', async (query) => {
    expect(await tried(query, { columns: { deny: ['users.password'] } })).toDeny({
      code: 'sql_column',
    });
  });

  test('other columns, and those of other tables, are read', async () => {
    const columns = { deny: ['users.password'] };
    expect(await tried('select name, count(*) as n from users', { columns })).toAllow();
    expect(await tried('select password, * from orders', { columns })).toAllow();
    const allow = { columns: { allow: ['id', 'orders.total'] } };
    expect(await tried('select id, sum(total) as s from orders', allow)).toAllow();
    expect(await tried('select total from users', allow)).toDeny({ code: 'sql_column' });
    expect(await tried('select * from orders', allow)).toDeny({ code: 'sql_column' });
  });

  test('written columns count too', async () => {
    const options = { statements: ['update', 'insert'], columns: { deny: ['role'] } };
    const denied = { code: 'sql_column' };
    expect(await tried("update u set role = 'x' where id = 1", options)).toDeny(denied);
    expect(await tried("insert into u (role) values ('x')", options)).toDeny(denied);
    expect(await tried("insert into u values ('x')", options)).toDeny(denied);
    expect(await tried("update u set name = 'x' where id = 1", options)).toAllow();
  });
});

test('a list of names under another name is refused, since it would guard nothing', () => {
  const misspelt: object = { alow: ['orders'] };
  expect(() => guardSql({ tools: 'query', dialect: 'postgresql', tables: misspelt })).toThrow(
    '[invalid_option] tables of guardSql does not know "alow"; did you mean allow?',
  );
});
