import type { TypedTool } from '../contract/hooks/tool-match.ts';
import type { Dict } from '../contract/values/index.ts';

/**
 * The type of a tool's arguments, found in the tool's own type: the input of its `execute` function; else the output of
 * its input schema (Standard Schema 1, or a schema class with a type); else the input of functions that an SDK made
 * (the approval of an OpenAI Agents SDK tool, the parser of `zodFunction`); else a Dict.
 *
 * @example
 * const refund = { execute: (input: { cents: number }) => input.cents };
 * const input: ToolInput<typeof refund> = { cents: 500 };
 */
export type ToolInput<T> = [ExecuteInput<T>] extends [never]
  ? [SchemaOutput<T>] extends [never]
    ? [MadeInput<T>] extends [never]
      ? Dict
      : MadeInput<T>
    : SchemaOutput<T>
  : ExecuteInput<T>;

/**
 * Ties the name of a tool to the type of its arguments, so that hooks for this tool get typed arguments. Only the
 * compiler reads the tool itself.
 *
 * @example
 * const refund = { execute: async (input: { cents: number }) => input.cents };
 * hooks.addHook('preToolCall', ({ call }) => (call.args.cents > 500 ? deny('too much') : undefined), {
 *   tool: typedTool('refund', refund),
 * });
 */
export function typedTool<T>(name: string, _tool?: T): TypedTool<ToolInput<T>> {
  return Object.freeze({ name });
}

type ExecuteInput<T> = T extends { readonly execute?: infer Execute }
  ? NonNullable<Execute> extends (input: infer Input, ...rest: never[]) => unknown
    ? Known<Input>
    : never
  : never;

type SchemaOutput<T> = T extends { readonly inputSchema: infer Schema }
  ? OutputOf<Schema>
  : T extends { readonly parameters: infer Schema }
    ? OutputOf<Schema>
    : T extends { readonly schema: infer Schema }
      ? OutputOf<Schema>
      : OutputOf<T>;

type OutputOf<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Known<Output>
  : Schema extends { readonly _type: infer Output }
    ? Known<Output>
    : never;

/** The arguments of a tool that hides its schema, taken from the types of its functions. */
type MadeInput<T> = T extends { readonly $parseRaw: (text: string) => infer Input }
  ? Known<Input>
  : T extends {
        readonly needsApproval: (context: never, input: infer Input, ...rest: never[]) => unknown;
      }
    ? Input extends object
      ? Known<Input>
      : never
    : never;

/** `never` for `unknown` and `any`, which do not describe the arguments. */
type Known<Type> = unknown extends Type ? never : Type;
