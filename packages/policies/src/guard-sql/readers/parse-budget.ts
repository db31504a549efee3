import { TooComplex } from '../../shared/budget/too-complex.ts';

/** PostgreSQL's scanner takes time in the square of the open comments, and of the length of an operator. */
const MOST_COMMENTS = 500;
const MOST_OPERATOR_STEPS = 1_000_000;
const OPERATOR = /[-+*/<>=~!@#%^&|`?]{32,}/g;

/** The deepest nesting without a time limit: other parsers try some brackets again for each bracket around them. */
const DEEPEST_UNTIMED = 4;

/**
 * Refuses text that PostgreSQL's parser reads slowly; for any other text its time is linear.
 *
 * @throws TooComplex
 */
export function checkPostgresBudget(sql: string): void {
  let comments = 0;
  for (let at = sql.indexOf('/*'); at >= 0; at = sql.indexOf('/*', at + 1)) comments += 1;
  let steps = 0;
  for (const [operator] of sql.matchAll(OPERATOR)) steps += operator.length ** 2;
  if (comments > MOST_COMMENTS || steps > MOST_OPERATOR_STEPS) throw new TooComplex();
}

/**
 * Refuses text that a parser may read slowly, where no time limit can stop the parser.
 *
 * @throws TooComplex
 */
export function checkDepth(sql: string): void {
  let depth = 0;
  for (const [bracket] of sql.matchAll(/[([{)\]}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth > DEEPEST_UNTIMED) throw new TooComplex();
  }
}
