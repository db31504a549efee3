import {
  checkOptions,
  definePolicy,
  deny,
  type DenyVerdict,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { DecisionCache } from '../shared/engines/decision-cache.ts';
import { invalidOption } from './invalid-option.ts';
import { judgeSql, type SqlFinding } from './judge-sql.ts';
import { dialects, loadReader, type SqlReader } from './readers/load-reader.ts';
import { TooComplex } from '../shared/budget/too-complex.ts';
import type { SqlOptions } from './sql-options.ts';
import { sqlRules, type SqlRules } from './sql-rules.ts';
import { sqlShape } from './sql-shape.ts';

const OPTIONS = {
  tools: 'any',
  dialect: dialects,
  argument: 'string',
  statements: 'list',
  tables: 'object',
  columns: 'object',
  functions: 'object',
  unfiltered: ['deny', 'allow'],
  maxRows: 'any',
} satisfies Record<keyof SqlOptions, OptionKind>;

/** The number of texts to remember: agents repeat statements with other values, and parsing is the slow part. */
const TEXTS_KEPT = 500;

/**
 * Denies SQL by its effect: kinds of statements, tables, columns, functions, conditions, rows.
 *
 * @throws InterposeError `invalid_option` for options that cannot be meant; the policy denies while its parser is missing.
 * @example
 * const hooks = createHooks({ policies: [guardSql({ tools: 'query', dialect: 'postgresql', tables: { allow: ['orders'] } })] });
 */
export function guardSql(options: SqlOptions): Policy;
export function guardSql(options: SqlOptions, ...more: readonly unknown[]): Policy {
  checkOptions('guardSql', options ?? null, OPTIONS, more);
  const { tools, dialect, argument = 'query' } = options;
  if (tools === undefined || dialect === undefined)
    throw invalidOption('no tools or no dialect', 'name both');
  const rules = sqlRules(options);
  let read: SqlReader | undefined;
  // Two caches, so that no text can pass for the shape of another text.
  const texts = new DecisionCache<Judged>(TEXTS_KEPT);
  const shapes = new DecisionCache<Judged>(TEXTS_KEPT);
  return definePolicy({
    name: 'guard-sql',
    version: '1.0.0',
    async setup() {
      read = await loadReader(dialect);
    },
    hooks: {
      preToolCall: {
        tool: tools,
        run: ({ call }) => {
          const sql = call.args[argument];
          if (typeof sql !== 'string' || read === undefined) return UNREADABLE;
          const reader = read;
          const decide = (): Judged => judge(sql, reader, rules);
          const shape = sqlShape(sql);
          return withinBudget(() =>
            verdictOn(
              shape === undefined ? texts.decide(sql, decide) : shapes.decide(shape, decide),
            ),
          );
        },
      },
    },
  });
}

/** The finding on a text, if there is one. It is the same each time for the same text. */
interface Judged {
  readonly finding: SqlFinding | undefined;
}

const UNREADABLE = deny('the argument holds no SQL', { code: 'sql_unreadable' });

/** Denies a text that takes too long. This is not remembered, because the cause may be a busy machine. */
function withinBudget(decide: () => DenyVerdict | undefined): DenyVerdict | undefined {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return deny('the SQL takes too long', { code: 'too_complex' });
  }
}

function judge(sql: string, read: SqlReader, rules: SqlRules): Judged {
  const facts = read(sql);
  if (typeof facts !== 'string') return { finding: judgeSql(facts, rules) };
  return { finding: { code: 'sql_unreadable', reason: `the SQL cannot be judged: ${facts}` } };
}

function verdictOn({ finding }: Judged): DenyVerdict | undefined {
  return finding === undefined ? undefined : deny(finding.reason, { code: finding.code });
}
