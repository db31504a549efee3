import type { Context, Dict, MaybePromise } from '@interpose/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Judges arguments: `true` lets the call run; a text tells the model what is wrong; anything else denies.
 *
 * @example
 * const small: ArgumentPredicate = ({ cents }) => Number(cents) <= 5000 || 'at most 50 euros';
 */
export type ArgumentPredicate = (
  args: Dict,
  ctx: Context<'preToolCall'>,
) => MaybePromise<boolean | string>;

/**
 * The check of a tool's arguments: a Standard Schema, a JSON Schema (draft 7, 2019-09 or 2020-12), or a function.
 *
 * @example
 * const byJsonSchema: ArgumentCheck = { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] };
 */
export type ArgumentCheck = StandardSchemaV1 | ArgumentPredicate | Dict | boolean;

/** The result of a check. An issue names a place in the arguments, never the value there. */
export type Checked =
  | { readonly kind: 'fits'; readonly value: unknown }
  | { readonly kind: 'issues'; readonly issues: readonly Issue[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** One place that does not fit. */
export interface Issue {
  readonly path: readonly unknown[];
  /** The keyword of the schema that does not hold, for example `minimum`. */
  readonly rule?: string;
}

/** A check that was read and can be run. */
export type CompiledCheck = (args: Dict, ctx: Context<'preToolCall'>) => MaybePromise<Checked>;
