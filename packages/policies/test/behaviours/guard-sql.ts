import type { Behaviour } from '@interpose/testing/conformance';
import { theme } from '@interpose/testing/conformance/kit';

import { guardSql } from '../../src/guard-sql/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';
import { expectOneOfTwo } from '../kit/expect-one-of-two.ts';

/** What the guard of SQL owes on every SDK. */
export const guardSqlBehaviours: readonly Behaviour[] = theme('guard-sql', [
  {
    id: 'guard-sql-denies',
    title: 'a write inside a query does not run and the model learns why',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: guardSql({ tools: 'query', dialect: 'postgresql' }),
        tool: 'query',
        args: { query: 'with gone as (delete from orders returning *) select * from gone' },
        reason: /Blocked by guard-sql: delete is not allowed/,
      });
    },
  },
  {
    id: 'guard-sql-tables',
    title: 'of two queries only the one on allowed tables runs',
    rows: [100],
    async run(bench) {
      await expectOneOfTwo(bench, {
        policy: guardSql({ tools: 'query', dialect: 'mysql', tables: { allow: ['orders'] } }),
        tool: 'query',
        first: { query: 'select id from orders' },
        second: { query: 'select id from orders union select id from users' },
        runs: 'first',
        reason: /Blocked by guard-sql: the table users/,
      });
    },
  },
]);
