import type { SqlFacts } from './readers/sql-facts.ts';
import type { SqlCode } from './sql-options.ts';
import type { SqlRules } from './sql-rules.ts';

/** The reason why SQL must not run. */
export interface SqlFinding {
  readonly code: SqlCode;
  readonly reason: string;
}

/** Judges the facts of a text of SQL; undefined when all of it may run. */
export function judgeSql(facts: SqlFacts, rules: SqlRules): SqlFinding | undefined {
  if (facts.count !== 1) return found('sql_multiple', `${facts.count} statements instead of one`);
  const kind = [...facts.kinds].find((each) => !rules.statements.has(each));
  if (kind !== undefined) return found('sql_statement', `${kind} is not allowed`);
  return judgeNames(facts, rules) ?? judgeExtent(facts, rules);
}

function judgeNames(facts: SqlFacts, rules: SqlRules): SqlFinding | undefined {
  const table = facts.tables.find((each) => !rules.tableAllowed(each));
  if (table !== undefined) {
    const { database, schema, name } = table;
    const path = [database, schema, name].filter((each) => each !== undefined);
    return found('sql_table', `the table ${path.join('.')} is not allowed`);
  }
  const name =
    [...facts.functions].find((each) => !rules.functionAllowed(each)) ??
    [...facts.attributes].find((each) => !rules.attributeAllowed(each));
  if (name !== undefined) return found('sql_function', `the function ${name} is not allowed`);
  const column = [...facts.columns].find((each) => rules.columnAllowed?.(each, facts) === false);
  return column === undefined
    ? undefined
    : found('sql_column', `the column ${column} is not allowed`);
}

function judgeExtent(facts: SqlFacts, rules: SqlRules): SqlFinding | undefined {
  if (facts.unfiltered && !rules.unfiltered)
    return found('sql_unfiltered', 'a write has no condition');
  const { maxRows } = rules;
  if (maxRows === undefined || !facts.kinds.has('select')) return undefined;
  const { rows = -1 } = facts;
  return rows >= 0 && rows <= maxRows
    ? undefined
    : found('sql_limit', `the query needs a limit of at most ${maxRows}`);
}

function found(code: SqlCode, reason: string): SqlFinding {
  return { code, reason };
}
