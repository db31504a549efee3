import type { Body } from '../translate/native.ts';

/** A method of a resource that asks a model. */
export type Method = (body: never, options?: never) => unknown;

/** A resource of the client: its methods by name. */
export type Resource = Record<string, unknown>;

/** The members of an OpenAI client (5.23 to 7) that the hooks use, such as those that send requests and make errors. */
export interface ClientShape {
  readonly baseURL: string;
  readonly chat: { readonly completions: Resource };
  readonly responses?: Resource;
  readonly embeddings?: Resource;
  readonly beta?: { readonly responses?: Resource };
  fetch?: typeof globalThis.fetch;
  fetchWithTimeout(
    url: string,
    init: RequestInit | undefined,
    ms: number,
    controller: AbortController,
  ): Promise<Response>;
  makeStatusError(
    status: number,
    error: object | undefined,
    message: string | undefined,
    headers: Headers,
  ): Error;
  withOptions?(options: unknown): object;
  _buildWebSocketHeaders?(...given: never): object;
  _callApiKey?(capture?: unknown): Promise<unknown>;
  readonly _options?: { readonly apiKey?: unknown };
  getUserAgent?(): string;
}

interface RunnerFunction {
  execute(args: Body, run?: { readonly signal: AbortSignal }): unknown;
  readonly prepare?: ((args: Body) => () => unknown) | undefined;
}

/** One turn of a runner. */
export interface Turn {
  readonly functions: Map<string, () => unknown>;
}

/** The members of a `ResponsesToolRunner` (openai 7) that the hooks use. */
export interface ResponsesRunner {
  readonly functions: Map<string, RunnerFunction>;
  readonly declarations: readonly Body[];
  readonly browser?: unknown;
  readonly computer?: unknown;
  iterate(client: object, params: Body, options?: Body): AsyncGenerator;
  validateItem(item: Body, tools?: unknown): void;
  prepareFunction(item: Body, turn: Turn, report: unknown, signal?: AbortSignal): void;
}

/** Returns the version in the client's user agent, for example `7.59.0`; empty if there is none. */
export function versionOf(client: ClientShape): string {
  const agent: unknown = client.getUserAgent?.();
  return typeof agent === 'string' ? (/\/JS (\S+)/.exec(agent)?.[1] ?? '') : '';
}
