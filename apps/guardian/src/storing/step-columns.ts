import type { StepRow } from '../decisions/step-row.ts';

type Value = string | number | boolean | undefined;

/** The columns of `step` that come from a record, with their types and values. */
const COLUMNS: readonly (readonly [
  name: string,
  type: string,
  valueOf: (row: StepRow) => Value,
])[] = [
  ['id', 'text', ({ id }) => id],
  ['at', 'bigint', ({ at }) => at],
  ['event', 'text', ({ event }) => event],
  ['tool', 'text', ({ tool }) => tool],
  ['session_id', 'text', ({ sessionId }) => sessionId],
  ['chat_id', 'text', ({ chatId }) => chatId],
  ['agent', 'text', ({ agent }) => agent],
  ['user_id', 'text', ({ user }) => user],
  ['decision', 'text', ({ decision }) => decision],
  ['by_names', 'text', ({ by }) => listLiteral(by)],
  ['codes', 'text', ({ codes }) => listLiteral(codes)],
  ['policies', 'text', ({ policies }) => policies],
  ['source', 'text', ({ source }) => source],
  ['ms', 'real', ({ ms }) => ms],
  ['spend', 'double precision', ({ spend }) => spend ?? 0],
  ['failed', 'boolean', hasFailed],
];

/** Columns of lists, which are texts inside the lists of columns. */
const LISTS: ReadonlySet<string> = new Set(['by_names', 'codes']);

/** The names of the columns. */
export const COLUMN_NAMES: readonly string[] = COLUMNS.map(([name]) => name);

/** Returns the columns as selected from a row `c` of these lists. */
export const COLUMN_VALUES: readonly string[] = COLUMN_NAMES.map((name) =>
  LISTS.has(name) ? `c.${name}::text[]` : `c.${name}`,
);

/** The types of the lists. */
export const COLUMN_TYPES: readonly string[] = COLUMNS.map(([, type]) => type);

/** The columns of steps, in the list form that PostgreSQL reads. */
export class StepColumns {
  /** The values; they become lists only at the end, so that texts are shared with the records. */
  readonly #values: readonly Value[][] = COLUMNS.map(() => []);

  add(row: StepRow): void {
    for (let place = 0; place < COLUMNS.length; place++)
      this.#values[place]!.push(COLUMNS[place]![2](row));
  }

  /** Returns one list for each column. */
  lists(): readonly string[] {
    return this.#values.map((values) => `{${values.map(literal).join(',')}}`);
  }
}

/** Whether a step failed: a hook failed, or the event is an error. */
export function hasFailed({ problem, event }: Pick<StepRow, 'problem' | 'event'>): boolean {
  return problem !== undefined || (event.startsWith('on') && event.endsWith('Error'));
}

function literal(value: Value): string {
  if (value === undefined) return 'NULL';
  return typeof value === 'string' ? quoted(value) : String(value);
}

const SPECIAL = /["\\]/;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}

function listLiteral(values: readonly string[]): string {
  return values.length === 0 ? '{}' : `{${values.map(quoted).join(',')}}`;
}
