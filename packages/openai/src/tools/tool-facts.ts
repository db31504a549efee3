import { isDict, textOf, type Body } from '../translate/native.ts';

/** The function that a tool loop calls with the parsed arguments, the runner and, from 7 on, the app's own context. */
export type RunTool = (args: unknown, ...given: readonly unknown[]) => unknown;

/** A tool of `runTools` as the SDK will run it, in whichever form the app wrote it. */
export interface RunnableTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly run: RunTool;
  /** Undefined where the function takes the text the model wrote. */
  readonly parse: ((text: string) => unknown) | undefined;
  /** The declaration of the function that the SDK gets. */
  readonly declared: Body;
}

/** Returns the tool; undefined for one that the SDK does not run or that it refuses itself. */
export function asRunnable(tool: unknown): RunnableTool | undefined {
  if (!isDict(tool) || tool['type'] !== 'function' || !isDict(tool['function'])) return undefined;
  const declared = tool['function'];
  const { $brand, $callback, $parseRaw } = tool as Readonly<Record<`$${string}`, unknown>>;
  const isParsable = $brand === 'auto-parseable-tool';
  // The SDK calls `function` and `parse` as methods of the object that declares them.
  const owner = isParsable ? { function: $callback, parse: $parseRaw } : declared;
  if (typeof owner['function'] !== 'function') return undefined;
  const methods = owner as { function: RunTool; parse(text: string): unknown };
  const { description, parameters, strict } = declared;
  return {
    name: textOf(declared['name']) || methods.function.name,
    description: textOf(description),
    run: (args, ...given) => methods.function(args, ...given),
    parse: typeof methods.parse === 'function' ? (text) => methods.parse(text) : undefined,
    // Copied by name, because a tool of a class may have these fields as getters.
    declared: {
      ...declared,
      parameters,
      description: isParsable ? (description ?? '') : description,
      strict: isParsable || strict,
    },
  };
}
