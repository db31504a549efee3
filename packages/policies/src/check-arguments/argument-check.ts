import type { Context, Dict, MaybePromise } from '@interpose/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Judges arguments: `true` lets the call run, a text says what the model did wrong, anything else denies.
 *
 * @example
 * const small: ArgumentPredicate = ({ cents }) => Number(cents) <= 5000 || 'at most 50 euros';
 */
export type ArgumentPredicate = (
  args: Dict,
  ctx: Context<'preToolCall'>,
) => MaybePromise<boolean | string>;

/**
 * What a tool's arguments are checked with: a Standard Schema, a JSON Schema (draft 7, 2019-09 or 2020-12), or a function.
 *
 * @example
 * const byJsonSchema: ArgumentCheck = { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] };
 */
export type ArgumentCheck = StandardSchemaV1 | ArgumentPredicate | Dict | boolean;

/** What a check found: an issue names a place, never what stands there. */
export type Checked =
  | { readonly kind: 'fits'; readonly value: unknown }
  | { readonly kind: 'issues'; readonly issues: readonly Issue[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** One thing that is wrong. */
export interface Issue {
  readonly path: readonly unknown[];
  /** A word of the schema for it, for example `minimum`. */
  readonly rule?: string;
}

/** A check that was read and can be run. */
export type CompiledCheck = (args: Dict, ctx: Context<'preToolCall'>) => MaybePromise<Checked>;
