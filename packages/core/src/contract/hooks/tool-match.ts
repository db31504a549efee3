import type { EventName, PayloadOf } from '../events/event-map.ts';
import type { Dict, ToolCall } from '../values/index.ts';

/**
 * The name of a tool with the type of its arguments; `typedTool` makes one from a tool.
 *
 * @example
 * const refund: TypedTool<{ cents: number }> = { name: 'refund' };
 */
export interface TypedTool<Args> {
  readonly name: string;
  /** Never set at run time. It only carries the type. */
  readonly '~args'?: Args;
}

/**
 * Matches a whole name: exact, glob (`*`, `?`, `a|b`), or a RegExp.
 *
 * @example
 * const readers: NameMatch = 'read_*|search';
 * hooks.addHook('preToolCall', () => allow(), { tool: readers });
 */
export type NameMatch = string | RegExp;

/**
 * The `tool` option of a hook.
 *
 * @example
 * const tool: ToolMatch = /^(send|delete)_/;
 * hooks.addHook('preToolCall', () => ask('it cannot be undone'), { tool });
 */
export type ToolMatch = NameMatch | TypedTool<unknown>;

/**
 * The type of arguments that a `tool` option stands for.
 *
 * @example
 * const args: ArgsOf<TypedTool<{ cents: number }>> = { cents: 500 };
 */
export type ArgsOf<T> = T extends { readonly '~args'?: infer Args }
  ? unknown extends Args
    ? Dict
    : NonNullable<Args>
  : Dict;

/** `never` at an event without a tool call, where the `tool` option could not match. */
export type ToolOption<E extends EventName, T> = E extends EventName
  ? PayloadOf<E> extends { readonly call: ToolCall }
    ? T
    : never
  : never;
