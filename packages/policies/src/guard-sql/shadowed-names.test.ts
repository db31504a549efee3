import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardSql, type SqlDialect, type SqlOptions } from './index.ts';

expect.extend(policyMatchers);

function tried(query: string, options: Partial<SqlOptions>) {
  const policy = guardSql({ tools: 'query', dialect: 'postgresql', ...options });
  return tryPolicy(policy, 'preToolCall', { call: { id: '1', name: 'query', args: { query } } });
}

describe('a name of WITH stands for no table that is written', () => {
  const statements = ['select', 'insert', 'update', 'delete', 'merge'];
  const tables = { allow: ['orders'] };

  test.each<[SqlDialect, string]>([
    ['postgresql', 'with users as (select 1) delete from users where id = 1'],
    ['postgresql', 'with users as (select 1) update users set a = 1 where id = 1'],
    ['postgresql', 'with users as (select 1) insert into users values (1)'],
    [
      'postgresql',
      'with users as (select 1) merge into users using orders on true when matched then delete',
    ],
    [
      'postgresql',
      'with users as (select 1), d as (delete from users where true returning *) select * from d',
    ],
    ['mysql', 'with users as (select 1) delete from users where id = 1'],
    ['mysql', 'with users as (select 1) update users set a = 1 where id = 1'],
    ['snowflake', 'with users as (select 1) update users set a = 1 where id = 1'],
    ['redshift', 'with users as (select 1) update users set a = 1 where id = 1'],
  ])('%s: %s', async (dialect, query) => {
    expect(await tried(query, { dialect, statements, tables })).toDeny({ code: 'sql_table' });
  });

  test.each<[SqlDialect, string]>([
    ['postgresql', 'with x as (select 1) delete from orders using x where a = 1'],
    ['postgresql', 'with x as (select 1) insert into orders select * from x'],
    [
      'postgresql',
      'with x as (select 1) merge into orders using x on true when matched then delete',
    ],
    ['mysql', 'with x as (select 1) update orders join x on 1 = 1 set a = 1 where b = 1'],
  ])('%s: %s reads one', async (dialect, query) => {
    expect(await tried(query, { dialect, statements, tables })).toAllow();
  });
});

describe('a row has all columns, whatever it is called', () => {
  test.each([
    'select j from (orders a cross join orders b) as j',
    'select row_to_json(j) from (orders a cross join orders b) as j',
    'select j.c from (orders a cross join orders b) as j(a, c, d, e)',
    'update orders set a = 1 where id = 1 returning old',
    'delete from orders where id = 1 returning new',
    'update orders set a = 1 where id = 1 returning with (old as o) o',
  ])('%s', async (query) => {
    const options = { statements: ['select', 'update', 'delete'], columns: { deny: ['secret'] } };
    expect(await tried(query, options)).toDeny({ code: 'sql_column' });
  });

  test('the columns of a join are columns', async () => {
    const columns = { deny: ['secret'] };
    const query = 'select j.id from (orders cross join places) as j';
    expect(await tried(query, { columns })).toAllow();
  });
});
