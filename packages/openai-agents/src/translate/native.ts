import type {
  Agent,
  AgentInputItem,
  AgentOutputItem,
  FunctionTool,
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  Runner,
  Tool,
} from '@openai/agents-core';

/** A model of the SDK: the object that asks the provider. */
export type NativeModel = Model;

/** What finds a model by its name. */
export type NativeProvider = ModelProvider;

/** What a model is asked. */
export type NativeRequest = ModelRequest;

/** What a model answered. */
export type NativeResponse = ModelResponse;

/** One event of a streamed answer. */
export type NativeEvent =
  ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer Event> ? Event : never;

/** One item of a request's input, or of a history. */
export type NativeItem = AgentInputItem;

/** One item of an answer. */
export type NativeOutputItem = AgentOutputItem;

/** What an assistant says, as an item. */
export type AssistantItem = Extract<NativeOutputItem, { readonly role: 'assistant' }>;

/** An agent, whatever its context and its output. */
export type NativeAgent = Agent;

/** A runner, whatever its context. */
export type NativeRunner = Runner;

/** Any tool of an agent. */
export type NativeTool = Tool;

/** A tool with a function of its own. */
export type NativeFunctionTool = FunctionTool;

/** A tool as the model is shown it. */
export type OfferedTool = ModelRequest['tools'][number];

/** What the SDK hands to a tool's function beside its input. */
export type ToolDetails = NonNullable<Parameters<FunctionTool['invoke']>[2]>;

/** The context of a run, as tools get it. */
export type NativeContext = Parameters<FunctionTool['invoke']>[0];
