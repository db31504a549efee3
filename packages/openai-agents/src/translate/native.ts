import type { FunctionTool, Model, ModelRequest } from '@openai/agents-core';

/** The SDK's own types, under names that those of the contract leave free. */
export type {
  /** An agent, whatever its context and its output. */
  Agent as NativeAgent,
  /** One item of a request's input, or of a history. */
  AgentInputItem as NativeItem,
  /** One item of an answer. */
  AgentOutputItem as NativeOutputItem,
  /** A tool with a function of its own. */
  FunctionTool as NativeFunctionTool,
  Model as NativeModel,
  /** What finds a model by its name. */
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

/** A tool as the model is shown it. */
export type OfferedTool = ModelRequest['tools'][number];

/** What the SDK hands to a tool's function beside its input. */
export type ToolDetails = NonNullable<Parameters<FunctionTool['invoke']>[2]>;

/** The context of a run, as tools get it. */
export type NativeContext = Parameters<FunctionTool['invoke']>[0];
