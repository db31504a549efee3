import type { StepRow } from '../decisions/step-row.ts';

type Value = string | number | boolean | undefined;

/** What the columns of `step` are filled with, one entry for each that a record tells. */
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

/** Columns that hold lists, which stand in lists themselves as texts. */
const LISTS: ReadonlySet<string> = new Set(['by_names', 'codes']);

/** The names of the columns. */
export const COLUMN_NAMES: readonly string[] = COLUMNS.map(([name]) => name);

/** As they are selected from a row `c` of these lists. */
export const COLUMN_VALUES: readonly string[] = COLUMN_NAMES.map((name) =>
  LISTS.has(name) ? `c.${name}::text[]` : `c.${name}`,
);

/** The types of the lists. */
export const COLUMN_TYPES: readonly string[] = COLUMNS.map(([, type]) => type);

/** The columns of steps, as the lists that PostgreSQL reads. */
export class StepColumns {
  /** Written as lists only at the end: until then the texts are those of the records. */
  readonly #values: readonly Value[][] = COLUMNS.map(() => []);

  add(row: StepRow): void {
    for (let place = 0; place < COLUMNS.length; place++)
      this.#values[place]!.push(COLUMNS[place]![2](row));
  }

  /** One list for each of the columns. */
  lists(): readonly string[] {
    return this.#values.map((values) => `{${values.map(literal).join(',')}}`);
  }
}

/** Whether a step failed: its hooks, or what it tells of. */
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
