import type { FunctionTool, Model, ModelRequest } from '@openai/agents-core';

/** Types of the SDK, under names that do not clash with those of the contract. */
export type {
  /** An agent, whatever its context and its output. */
  Agent as NativeAgent,
  /** One item of a request's input, or of a history. */
  AgentInputItem as NativeItem,
  /** One item of an answer. */
  AgentOutputItem as NativeOutputItem,
  /** A tool that calls a function. */
  FunctionTool as NativeFunctionTool,
  Model as NativeModel,
  /** Finds a model by its name. */
  ModelProvider as NativeProvider,
  ModelRequest as NativeRequest,
  ModelResponse as NativeResponse,
  Runner as NativeRunner,
  /** Any tool of an agent. */
  Tool as NativeTool,
} from '@openai/agents-core';

/** One event of a streamed answer. */
export type NativeEvent =
  ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer Event> ? Event : never;

/** A tool as it is sent to the model. */
export type OfferedTool = ModelRequest['tools'][number];

/** The third argument of a tool's `invoke`, beside the context and the input. */
export type ToolDetails = NonNullable<Parameters<FunctionTool['invoke']>[2]>;

/** The context of a run, as tools receive it. */
export type NativeContext = Parameters<FunctionTool['invoke']>[0];
