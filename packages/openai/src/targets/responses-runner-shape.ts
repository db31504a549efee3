import type { Body } from '../translate/native.ts';

interface RunnerFunction {
  execute(args: Body, run?: { readonly signal: AbortSignal }): unknown;
  readonly prepare?: ((args: Body) => () => unknown) | undefined;
}

/** One turn of a runner. */
export interface Turn {
  readonly functions: Map<string, () => unknown>;
}

/** A `ResponsesToolRunner` (openai 7) as far as the hooks rely on it. */
export interface ResponsesRunner {
  readonly functions: Map<string, RunnerFunction>;
  readonly declarations: readonly Body[];
  iterate(client: object, params: Body, options?: Body): AsyncGenerator;
  validateItem(item: Body, tools?: unknown): void;
  prepareFunction(item: Body, turn: Turn, report: unknown, signal?: AbortSignal): void;
}

/** The runner, if it is one. */
export function asResponsesRunner(target: unknown): ResponsesRunner | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  const { functions, iterate, validateItem, prepareFunction } = target as Partial<ResponsesRunner>;
  const isRunner =
    functions instanceof Map &&
    [iterate, validateItem, prepareFunction].every((member) => typeof member === 'function');
  return isRunner ? (target as ResponsesRunner) : undefined;
}
