import { definePolicy, deny, InterposeError, type DenyVerdict, type Policy } from '@interpose/core';

import { judgeSql } from './judge-sql.ts';
import { dialects, loadReader, type SqlReader } from './load-reader.ts';
import type { SqlOptions } from './sql-options.ts';
import { sqlRules, type SqlRules } from './sql-rules.ts';

/**
 * Denies SQL by what it would do: kinds of statements, tables, columns, functions, conditions, rows.
 *
 * @throws InterposeError `invalid_option` for options that cannot be meant; the policy denies while its parser is missing.
 * @example
 * const hooks = createHooks({ policies: [guardSql({ tools: 'query', dialect: 'postgresql', tables: { allow: ['orders'] } })] });
 */
export function guardSql(options: SqlOptions): Policy {
  const { tools, dialect, argument = 'query' } = options;
  if (tools === undefined) throw invalid('no tools are named', 'name those that run SQL');
  if (!dialects.includes(dialect))
    throw invalid(`dialect is ${JSON.stringify(dialect)}`, `use one of ${dialects.join(', ')}`);
  const rules = sqlRules(options);
  let read: SqlReader | undefined;
  return definePolicy({
    name: 'guard-sql',
    version: '1.0.0',
    async setup() {
      read = await loadReader(dialect);
    },
    hooks: {
      preToolCall: {
        tool: tools,
        run: ({ call }) => judge(call.args[argument], read, rules),
      },
    },
  });
}

function judge(
  sql: unknown,
  read: SqlReader | undefined,
  rules: SqlRules,
): DenyVerdict | undefined {
  if (typeof sql !== 'string' || read === undefined)
    return deny('the argument holds no SQL', { code: 'sql_unreadable' });
  const facts = read(sql);
  if (typeof facts === 'string')
    return deny(`the SQL cannot be judged: ${facts}`, { code: 'sql_unreadable' });
  const finding = judgeSql(facts, rules);
  return finding === undefined ? undefined : deny(finding.reason, { code: finding.code });
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `guardSql: ${problem}`, remedy);
}
