import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { guardSql, type SqlDialect } from './index.ts';

expect.extend(policyMatchers);

/** Pieces that make a parser slower than linear when repeated, found by trying many. */
const PIECES = [
  '/*',
  '/**/',
  '+',
  '!',
  '-(',
  'not(',
  '((',
  'cast(',
  '(select ',
  '[',
  'not not(',
  'a.b,',
];
const DIALECTS: readonly SqlDialect[] = [
  'postgresql',
  'mysql',
  'mariadb',
  'sqlite',
  'transactsql',
  'bigquery',
  'snowflake',
  'redshift',
];
const SIZES = [100, 48_000, 1_000_000];

/** The parser may take 40. The rest is for the policy around it, on a busy machine. */
const MOST_MS = 100;

/** Returns the CPU milliseconds of this thread in the best of several runs: the first run may include compilation. */
async function leastWork(task: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let go = 0; go < 8 && least > MOST_MS / 2; go += 1) {
    const started = process.threadCpuUsage();
    await task();
    const { user, system } = process.threadCpuUsage(started);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe.each(DIALECTS)('SQL of %s that is made to take long', (dialect) => {
  test('is judged in a time that holds nobody up', { timeout: 60_000 }, async () => {
    const policy = guardSql({ tools: 'query', dialect });
    const call = (query: string) =>
      tryPolicy(policy, 'preToolCall', {
        call: { id: '1', name: 'query', args: { query } },
      });
    await call('select 1');
    const slow: string[] = [];
    for (const piece of PIECES)
      for (const size of SIZES) {
        const query = `select ${piece.repeat(Math.ceil(size / piece.length))}`;
        const took = await leastWork(() => call(query));
        if (took > MOST_MS) slow.push(`${size} of ${JSON.stringify(piece)}: ${took} ms`);
      }
    expect(slow).toEqual([]);
  });
});

test('a text that cannot be judged in time is denied as too complex', async () => {
  const denied = async (dialect: SqlDialect, query: string): Promise<unknown> =>
    tryPolicy(guardSql({ tools: 'query', dialect }), 'preToolCall', {
      call: { id: '1', name: 'query', args: { query } },
    });
  expect(await denied('mysql', `select ${'cast('.repeat(100)}`)).toDeny({ code: 'too_complex' });
  expect(await denied('postgresql', '/*'.repeat(24_000))).toDeny({ code: 'too_complex' });
  expect(await denied('postgresql', ' '.repeat(1_000_000))).toDeny({ code: 'too_complex' });
});

describe('the parser of PostgreSQL', () => {
  const tried = (query: string): Promise<unknown> =>
    tryPolicy(guardSql({ tools: 'query', dialect: 'postgresql' }), 'preToolCall', {
      call: { id: '1', name: 'query', args: { query } },
    });

  test.each([
    ['operators', `select ${'1+'.repeat(20_000)}1`],
    ['time zones', `select a${' at local'.repeat(5000)}`],
    ['queries in queries', `${'(select '.repeat(3000)}1${')'.repeat(3000)}`],
  ])('is not asked about %s that it would break over', async (_, query) => {
    for (let go = 0; go < 3; go += 1) expect(await tried(query)).toDeny({ code: 'too_complex' });
    expect(await tried('select 1')).toAllow();
  });

  test('reads long lists of dates and ids', async () => {
    const [date, id] = [`'2026-01-31 10:00:00'`, `'${crypto.randomUUID()}'`];
    const listed = (item: string): string => Array.from({ length: 1200 }, () => item).join();
    for (const item of [date, id])
      expect(await tried(`select a from t where b in (${listed(item)})`)).toAllow();
  });
});
