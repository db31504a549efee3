import type { TypedTool } from '../contract/hooks/tool-match.ts';
import type { Dict } from '../contract/values/index.ts';

/**
 * The arguments of a tool as its own type tells them: what its execute function takes, else what the
 * schema of its input puts out (Standard Schema 1, or a schema class that carries its type), else what the functions
 * say that an SDK made of them (the approval of a tool of the OpenAI Agents SDK, the parser of `zodFunction`), else a
 * Dict.
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
 * Ties a tool's name to the type of its arguments, so that hooks bound to it see them typed.
 * The tool itself is only read by the compiler.
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

/** A tool that keeps its schema to itself still says in its functions what they take or give. */
type MadeInput<T> = T extends { readonly $parseRaw: (text: string) => infer Input }
  ? Known<Input>
  : T extends {
        readonly needsApproval: (context: never, input: infer Input, ...rest: never[]) => unknown;
      }
    ? Input extends object
      ? Known<Input>
      : never
    : never;

/** Never for unknown and any: they tell nothing about the arguments. */
type Known<Type> = unknown extends Type ? never : Type;
