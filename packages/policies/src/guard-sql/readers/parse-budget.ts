import { TooComplex } from '../../shared/budget/too-complex.ts';

/** PostgreSQL's scanner takes time in the square of the open comments, and of the length of an operator. */
const MOST_COMMENTS = 500;
const MOST_OPERATOR_STEPS = 1_000_000;
const LONG_OPERATOR = 32;

/** What is counted, and dates and ids, whose hyphens are no operators wherever the quote stands. */
const COUNTED =
  /'(?:\d{4}-\d\d-\d\d|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})|[-+*/<>=~!@#%^&|`?]+|::|\b(?:at|select)\b/gi;

/**
 * How much of its stack PostgreSQL's parser takes for what it puts into one another: a query, a time zone (`at`), or an
 * operator. It breaks at 8091 operators, 4021 time zones or 2298 queries, and once it broke it reads other texts wrongly,
 * or for ever.
 */
const QUERY = 4;
const TIME_ZONE = 2;
const OPERATOR = 1;
const MOST_NESTING = 3000;

/** The deepest nesting without a time limit: other parsers try some brackets again for each bracket around them. */
const DEEPEST_UNTIMED = 4;

/**
 * Refuses text that PostgreSQL's parser reads slowly, or breaks over; for any other text its time is linear.
 *
 * @throws TooComplex
 */
export function checkPostgresBudget(sql: string): void {
  let [comments, steps, nesting] = [0, 0, 0];
  for (const [token] of sql.matchAll(COUNTED)) {
    if (token.startsWith("'")) continue;
    const isWord = /^[as]/i.test(token);
    nesting += !isWord ? OPERATOR : token.length === 2 ? TIME_ZONE : QUERY;
    if (token.includes('/*')) comments += token.split('/*').length - 1;
    if (token.length >= LONG_OPERATOR) steps += token.length ** 2;
  }
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
