import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';

/** Why such a text is refused. */
const NOT_STORED = 'holds NUL or half a character, which no database stores';

const DEEPEST = 200;

/** What an answer of the interface says where it is no success. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly remedy: string;
  readonly details: readonly string[] | undefined;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    told: {
      readonly remedy: string;
      readonly details?: readonly string[];
      readonly more?: Readonly<Record<string, unknown>>;
    },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.remedy = told.remedy;
    this.details = told.details;
    this.more = told.more ?? {};
  }

  toBody(): object {
    const { code, message, remedy, details, more } = this;
    return {
      error: { code, message, remedy, ...(details === undefined ? {} : { details }) },
      ...more,
    };
  }
}

/** Nothing there, or nothing of this tenant: nobody can tell which. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `there is no such ${what}`, {
    remedy: 'look it up in the list',
  });
}

/** What stands after the question mark; a name that is repeated has all of its values. */
export function queryOf({ req }: Context): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}

/** Reads the JSON that was sent by its schema; what is no JSON is no input. */
export async function readBody<T extends z.ZodType>(
  { req }: Context,
  schema: T,
): Promise<z.infer<T>> {
  return readInput(schema, await req.json().catch(() => undefined));
}

/** Reads input by its schema; every mistake is listed, and a text that cannot be stored is one. */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const unstorable = placeOfUnstorable(input);
  if (unstorable !== undefined) throw invalidInput([`${unstorable}: ${NOT_STORED}`]);
  return readShape(schema, input);
}

/** As `readInput`, where texts are made fit to be stored one by one. */
export function readShape<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const details = read.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  throw invalidInput(details);
}

function invalidInput(details: readonly string[]): ApiError {
  return new ApiError(422, 'invalid_input', 'the input cannot be read', {
    remedy: 'mend what details lists',
    details,
  });
}

/** Where input holds a text that no database stores, or is nested so deeply that nobody looks; undefined where it is fine. */
function placeOfUnstorable(input: unknown, place: readonly string[] = []): string | undefined {
  if (typeof input === 'string') return isStorable(input) ? undefined : place.join('.');
  if (typeof input !== 'object' || input === null) return undefined;
  if (place.length > DEEPEST) return `${place.slice(0, 3).join('.')}…`;
  for (const [key, inner] of Object.entries(input)) {
    if (!isStorable(key)) return [...place, key].join('.');
    const found = placeOfUnstorable(inner, [...place, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
