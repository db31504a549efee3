import { InterposeError } from '@interpose/core';

import { ambiguousToken } from './ambiguous-token.ts';
import { nameFolding } from './fold-names.ts';
import { checkDepth, checkPostgresBudget } from './parse-budget.ts';
import { readOther } from './read-other.ts';
import { readPostgres } from './read-postgres.ts';
import type { SqlFacts } from './sql-facts.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { timeLimit } from './time-limit.ts';
import { TooComplex } from '../../shared/budget/too-complex.ts';

/**
 * Reads a text of SQL, or returns the reason why it cannot be read.
 *
 * @throws TooComplex for a text that would hold up everything else for longer than 50 milliseconds.
 */
export type SqlReader = (sql: string) => SqlFacts | string;

interface ParserModule {
  readonly Parser: new () => { parse(sql: string): unknown };
}

const LONGEST = 50_000;
const UNPARSED = 'it cannot be parsed';
/** Milliseconds that a parser may take. Some parsers take twice as long for each further bracket. */
const LONGEST_MS = 40;
/** Parsed before any limit applies, so that the time of compilation is not counted for the first statement. */
const WARM_UP =
  'SELECT a.b, count(*) FROM t AS a LEFT JOIN u ON a.id = u.id WHERE a.c IN (1, 2) GROUP BY a.b ORDER BY a.b';

const parsers: Readonly<Record<Exclude<SqlDialect, 'postgresql'>, () => Promise<unknown>>> = {
  mysql: () => import('node-sql-parser/build/mysql.js'),
  mariadb: () => import('node-sql-parser/build/mariadb.js'),
  sqlite: () => import('node-sql-parser/build/sqlite.js'),
  transactsql: () => import('node-sql-parser/build/transactsql.js'),
  bigquery: () => import('node-sql-parser/build/bigquery.js'),
  snowflake: () => import('node-sql-parser/build/snowflake.js'),
  redshift: () => import('node-sql-parser/build/redshift.js'),
};

/** The dialects that have a parser. */
export const dialects: readonly string[] = ['postgresql', ...Object.keys(parsers)];

/**
 * Loads the parser of a dialect.
 *
 * @throws InterposeError `parser_missing` where its package is not installed.
 */
export async function loadReader(dialect: SqlDialect): Promise<SqlReader> {
  try {
    return dialect === 'postgresql' ? await postgresReader() : await otherReader(dialect);
  } catch (cause) {
    const name = dialect === 'postgresql' ? 'libpg-query' : 'node-sql-parser';
    throw new InterposeError(
      'parser_missing',
      `guardSql cannot load the parser for ${dialect}`,
      `install ${name}`,
      { cause },
    );
  }
}

async function postgresReader(): Promise<SqlReader> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return (sql) =>
    attempt(sql, () => {
      checkPostgresBudget(sql);
      return readPostgres(parsed(sql, parseSync));
    });
}

/** Whether PostgreSQL's parser has broken over a text: its memory is then not to be trusted, until the process ends. */
let isBroken = false;

function parsed(sql: string, parse: (sql: string) => unknown): unknown {
  if (isBroken) throw new Error('the parser broke over an earlier text');
  try {
    return parse(sql);
  } catch (error) {
    isBroken = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw error;
  }
}

async function otherReader(dialect: Exclude<SqlDialect, 'postgresql'>): Promise<SqlReader> {
  const loaded = (await parsers[dialect]()) as ParserModule & { readonly default?: ParserModule };
  // Bundlers differ in how they import CommonJS.
  const { Parser } = loaded.default ?? loaded;
  const parser = new Parser();
  const limited = timeLimit(LONGEST_MS);
  for (let time = 0; time < 3; time += 1)
    readOther(parser.parse(WARM_UP), nameFolding(WARM_UP, dialect));
  return (sql) =>
    attempt(sql, () => {
      const ambiguous = ambiguousToken(sql, dialect);
      if (ambiguous !== undefined) return `it holds ${ambiguous}`;
      const parse = (): SqlFacts => readOther(parser.parse(sql), nameFolding(sql, dialect));
      if (limited !== undefined) return limited(parse);
      checkDepth(sql);
      return parse();
    });
}

function attempt(sql: string, read: () => SqlFacts | string): SqlFacts | string {
  if (sql.length > LONGEST) throw new TooComplex();
  try {
    return read();
  } catch (error) {
    if (error instanceof TooComplex) throw error;
    return UNPARSED;
  }
}
