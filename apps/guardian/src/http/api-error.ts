import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';

import { placeOfUnstorable } from '../storage/storable-text.ts';

/** The reason for refusing such a text. */
const NOT_STORED = 'holds NUL or half a character, which no database stores';

/** An error answer of the API. */
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

/** Returns the error for a missing object. An object of another tenant gives the same error. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `there is no such ${what}`, {
    remedy: 'look it up in the list',
  });
}

/** Returns the query parameters; a repeated name has all of its values. */
export function queryOf({ req }: Context): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}

/** Reads the JSON body by its schema; a body that is no JSON is invalid input. */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  return readInput(schema, await jsonOf(c));
}

/** Does the same as `readBody`, for routes that repair unstorable texts themselves. */
export async function readLooseBody<T extends z.ZodType>(
  c: Context,
  schema: T,
): Promise<z.infer<T>> {
  return readShape(schema, await jsonOf(c));
}

function jsonOf({ req }: Context): Promise<unknown> {
  return req.json().catch(() => undefined);
}

/** Reads input by its schema, and lists every mistake; a text that cannot be stored is one. */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const unstorable = placeOfUnstorable(input);
  if (unstorable !== undefined) throw invalidInput([`${unstorable}: ${NOT_STORED}`]);
  return readShape(schema, input);
}

function readShape<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
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
