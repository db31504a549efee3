import { isDict, type RunnableConfig } from '../translate/native.ts';

/** A compiled graph, or an agent of `createAgent` in front of one; only what the hooks touch is named. */
export interface Runner {
  invoke(input: unknown, config?: RunnableConfig): Promise<unknown>;
  stream(input: unknown, config?: RunnableConfig): Promise<ReadableStream<unknown>>;
  streamEvents(input: unknown, config?: RunnableConfig, options?: unknown): unknown;
  getState(config: RunnableConfig): Promise<unknown>;
  readonly checkpointer?: unknown;
  readonly name?: unknown;
  readonly [property: PropertyKey]: unknown;
}

/** The options an agent of `createAgent` keeps. */
export interface AgentParams {
  readonly model?: unknown;
  readonly llm?: unknown;
  readonly tools?: unknown;
  readonly name?: unknown;
  readonly systemPrompt?: unknown;
  readonly prompt?: unknown;
  readonly responseFormat?: unknown;
  readonly middleware?: unknown;
  readonly subagents?: unknown;
  readonly agents?: unknown;
  readonly store?: unknown;
  readonly [option: string]: unknown;
}

/** An agent of `createAgent`. */
export interface ReactAgent extends Runner {
  readonly options: AgentParams;
  readonly graph: Runner;
  withConfig?(config: RunnableConfig): ReactAgent;
}

/** True for a compiled graph or an agent. */
export function isRunner(value: unknown): value is Runner {
  return (
    isDict(value) &&
    ['invoke', 'stream', 'streamEvents', 'getState'].every(
      (name) => typeof value[name] === 'function',
    )
  );
}

/** True for an agent of `createAgent`. */
export function isReactAgent(value: unknown): value is ReactAgent {
  return isRunner(value) && isDict(value['options']) && isRunner(value['graph']);
}

/** A graph that was not compiled yet. */
export interface GraphBuilder {
  compile(options?: unknown): Runner;
  readonly [property: PropertyKey]: unknown;
}

/** True for a graph that was not compiled yet. */
export function isBuilder(value: unknown): value is GraphBuilder {
  return isDict(value) && typeof value['compile'] === 'function' && 'nodes' in value;
}
