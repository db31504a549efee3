import type { SqlDialect } from './sql-dialect.ts';

/** Words that can begin another statement in Transact-SQL, which needs no separator between statements. */
const BATCH_WORD =
  /\b(?:shutdown|reconfigure|checkpoint|commit|rollback|begin|kill|dbcc|exec|execute|go|waitfor|use|deny|grant|revoke|print|raiserror|throw|backup|restore|bulk|drop|alter|create|truncate|insert|update|delete|merge|declare|set)\b/i;
const UPDATE_FROM = /^\s*update\b[^]*\bfrom\b/i;
const BACKTICKS: ReadonlySet<SqlDialect> = new Set(['mysql', 'mariadb', 'sqlite', 'bigquery']);
const BRACKETS: ReadonlySet<SqlDialect> = new Set(['transactsql', 'sqlite']);

/**
 * Finds text that databases of one dialect read differently, by their settings, or differently from the parser:
 * comments, backslashes, odd quotes. Text without them has one meaning only. Undefined when there is none.
 */
export function ambiguousToken(sql: string, dialect: SqlDialect): string | undefined {
  if (/[\\\0]/.test(sql)) return 'a backslash';
  if (dialect === 'bigquery' && /'''|"""/.test(sql)) return 'a triple quote';
  const bare = withoutQuotes(sql, dialect);
  if (bare === undefined) return 'an open quote, or a quote in a name';
  const comment = dialect === 'transactsql' ? /--|\/\*|\/\/|\$\$/ : /--|\/\*|\/\/|\$\$|#/;
  if (comment.test(bare)) return 'a comment or $$';
  // The parser leaves out what follows FROM; in brackets it belongs to a query.
  if (dialect === 'bigquery' && UPDATE_FROM.test(outside(bare))) return 'an update with FROM';
  if (dialect === 'transactsql' && /^\s*(?:select|with)\b/i.test(bare) && BATCH_WORD.test(bare))
    return 'a second statement';
  return undefined;
}

/** Returns the text without what is in brackets, up to nine levels deep. */
function outside(bare: string): string {
  let text = bare;
  for (let level = 0; level < 9; level += 1) text = text.replaceAll(/\([^()]*\)/g, '');
  return text;
}

/** Returns the text without its quoted parts; undefined when a quote is odd. */
function withoutQuotes(sql: string, dialect: SqlDialect): string | undefined {
  let bare = '';
  let index = 0;
  while (index < sql.length) {
    const close = closing(sql[index]!, dialect);
    if (close === undefined) bare += sql[index++];
    else {
      const end = endOfQuote(sql, index, close);
      if (end === undefined) return undefined;
      bare += ' ';
      index = end;
    }
  }
  return !BACKTICKS.has(dialect) && bare.includes('`') ? undefined : bare;
}

function closing(open: string, dialect: SqlDialect): string | undefined {
  if (open === "'" || open === '"') return open;
  if (open === '`' && BACKTICKS.has(dialect)) return open;
  return open === '[' && BRACKETS.has(dialect) ? ']' : undefined;
}

/**
 * Returns the end of a quote. A doubled sign in a text stands for itself. Undefined without an end, for odd brackets, or
 * where another sign is doubled: most parsers take such a name for two.
 */
function endOfQuote(sql: string, start: number, close: string): number | undefined {
  let end = sql.indexOf(close, start + 1);
  if (close === ']') {
    const isOdd = sql[end + 1] === close || /['"`[]|--|\/\*/.test(sql.slice(start + 1, end));
    return end < 0 || isOdd ? undefined : end + 1;
  }
  while (end >= 0 && sql.startsWith(close, end + 1)) {
    if (close !== "'") return undefined;
    end = sql.indexOf(close, end + 2);
  }
  return end < 0 ? undefined : end + 1;
}
