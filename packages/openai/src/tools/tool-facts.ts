import { isDict, textOf, type Body } from '../translate/native.ts';

/** What a tool loop of the SDK calls: the arguments as its `parse` left them, the runner, and the app's own context. */
export type RunTool = (args: unknown, runner: unknown, context: unknown) => unknown;

/** A tool of `runTools` as the SDK will run it, whichever way the app wrote it. */
export interface RunnableTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly run: RunTool;
  /** Undefined where the function takes the text the model wrote. */
  readonly parse: ((text: string) => unknown) | undefined;
  /** What the SDK is given. */
  readonly declared: Body;
}

/** Reads a tool; undefined for one that the SDK does not run, or refuses itself. */
export function asRunnable(tool: unknown): RunnableTool | undefined {
  if (!isDict(tool) || tool['type'] !== 'function' || !isDict(tool['function'])) return undefined;
  const declared = tool['function'];
  const callback = (tool as { readonly $callback?: unknown }).$callback;
  const isParsable = (tool as { readonly $brand?: unknown }).$brand === 'auto-parseable-tool';
  const run = isParsable ? callback : declared['function'];
  if (typeof run !== 'function') return undefined;
  const parse = isParsable
    ? (tool as { readonly $parseRaw?: unknown }).$parseRaw
    : declared['parse'];
  return {
    name: textOf(declared['name']) || run.name,
    description: textOf(declared['description']),
    run: run as RunTool,
    parse: typeof parse === 'function' ? (parse as RunnableTool['parse']) : undefined,
    declared: isParsable
      ? { ...declared, description: declared['description'] ?? '', strict: true }
      : declared,
  };
}
