import { TooComplex } from '../../shared/budget/too-complex.ts';

/** PostgreSQL's scanner takes time in the square of the open comments, and of the length of an operator. */
const MOST_COMMENTS = 500;
const MOST_OPERATOR_STEPS = 1_000_000;
const OPERATOR = /[-+*/<>=~!@#%^&|`?]{32,}/g;

/**
 * What PostgreSQL's parser puts into one another, and how much of its stack each takes. It breaks at 8091 operators, 4021
 * time zones or 2298 queries, and once it broke it reads other texts wrongly, or for ever.
 */
const NESTING: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/[-+*/<>=~!@#%^&|`?]+|::/g, 1],
  [/\bat\b/gi, 2],
  [/\bselect\b/gi, 4],
];
const MOST_NESTING = 3000;
/** Dates and ids, whose hyphens are no operators wherever the quote stands. */
const HYPHENATED = /'(?:\d{4}-\d\d-\d\d|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/gi;

/** The deepest nesting without a time limit: other parsers try some brackets again for each bracket around them. */
const DEEPEST_UNTIMED = 4;

/**
 * Refuses text that PostgreSQL's parser reads slowly, or breaks over; for any other text its time is linear.
 *
 * @throws TooComplex
 */
export function checkPostgresBudget(sql: string): void {
  let comments = 0;
  for (let at = sql.indexOf('/*'); at >= 0; at = sql.indexOf('/*', at + 1)) comments += 1;
  let steps = 0;
  for (const [operator] of sql.matchAll(OPERATOR)) steps += operator.length ** 2;
  const bare = sql.replaceAll(HYPHENATED, "'");
  let nesting = 0;
  for (const [pattern, weight] of NESTING) nesting += weight * (bare.match(pattern)?.length ?? 0);
  if (nesting > MOST_NESTING) throw new TooComplex();
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
