import type { Document } from '@langchain/core/documents';
import type { BaseMessage, BaseMessageLike } from '@langchain/core/messages';
import { hasMethods, isDict } from '@interpose/adapter-kit';
import {
  listIn,
  type NativeModel,
  type NativeTool,
  type RunManager,
  type RunnableConfig,
} from '../translate/native.ts';

/** A compiled graph, or an agent of `createAgent` around one. The shapes here name only what the hooks touch. */
export interface Runner {
  invoke(input: unknown, config?: RunnableConfig): Promise<unknown>;
  stream(input: unknown, config?: RunnableConfig): Promise<ReadableStream<unknown>>;
  streamEvents(input: unknown, config?: RunnableConfig, options?: unknown): unknown;
  getState(config: RunnableConfig): Promise<unknown>;
  readonly checkpointer?: unknown;
  readonly name?: unknown;
  readonly [property: PropertyKey]: unknown;
}

/** The options that an agent of `createAgent` keeps. */
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

/** A function that makes agents from parameters, such as `createAgent`. */
export type Factory = (params: AgentParams, ...rest: readonly unknown[]) => unknown;

/** An agent of `createAgent`. */
export interface ReactAgent extends Runner {
  readonly options: AgentParams;
  readonly graph: Runner;
  withConfig?(config: RunnableConfig): ReactAgent;
}

/** A graph that is not compiled yet. */
export interface GraphBuilder {
  compile(options?: unknown): Runner;
  readonly [property: PropertyKey]: unknown;
}

/** The node of a graph that runs tools. */
export interface ToolNode {
  readonly tools: readonly unknown[];
  runTool: unknown;
  invoke(input: unknown, config?: RunnableConfig): Promise<unknown>;
  readonly [property: PropertyKey]: unknown;
}

/** A retriever below its callbacks. Every way to ask a retriever ends in this method. */
export interface NativeRetriever {
  _getRelevantDocuments: (query: string, runManager?: RunManager) => Promise<readonly Document[]>;
  readonly [property: PropertyKey]: unknown;
}

type Asked<Query, Found> = (query: Query, ...rest: readonly unknown[]) => Promise<Found>;

/** The documents that a vector store found, each with its score. */
export type Scored = readonly (readonly [document: Document, score: number])[];

/** A vector store of LangChain. */
export interface NativeVectorStore {
  similaritySearch: Asked<string, readonly Document[]>;
  similaritySearchWithScore: Asked<string, Scored>;
  similaritySearchVectorWithScore: Asked<readonly number[], Scored>;
  maxMarginalRelevanceSearch?: Asked<string, readonly Document[]>;
  addDocuments(documents: readonly Document[], ...rest: readonly unknown[]): Promise<unknown>;
  addVectors(
    vectors: readonly unknown[],
    documents: readonly Document[],
    ...rest: readonly unknown[]
  ): Promise<unknown>;
  readonly [property: PropertyKey]: unknown;
}

/** A long-term store of LangGraph. */
export interface NativeStore {
  batch(operations: readonly unknown[]): Promise<unknown[]>;
  readonly [property: PropertyKey]: unknown;
}

/** A checkpointer of LangGraph. */
export interface NativeCheckpointer {
  getTuple(config: unknown): Promise<unknown>;
  put(config: unknown, checkpoint: unknown, ...rest: readonly unknown[]): Promise<unknown>;
  putWrites(config: unknown, writes: readonly unknown[], taskId: string): Promise<void>;
  readonly [property: PropertyKey]: unknown;
}

/** A chat message history of LangChain. */
export interface NativeChatHistory {
  getMessages(): Promise<readonly BaseMessage[]>;
  addMessage(message: BaseMessageLike): Promise<void>;
  addMessages(messages: readonly BaseMessage[]): Promise<void>;
  readonly [property: PropertyKey]: unknown;
}

/** Whether this is a compiled graph or an agent. The node that runs the tools of `createAgent` has the same methods. */
export function isRunner(value: unknown): value is Runner {
  return hasMethods(value, 'invoke', 'stream', 'streamEvents', 'getState') && !isToolNode(value);
}

/** Whether this is a graph that runs on another machine, where no hook reaches. */
export function isRemote(value: unknown): value is Runner {
  return isRunner(value) && typeof value['graphId'] === 'string' && isDict(value['client']);
}

/** Returns the runnables in the nodes of a graph and of its subgraphs. */
export function nodesOf(graph: unknown, depth = 0): readonly unknown[] {
  const nodes: unknown = isDict(graph) ? graph['nodes'] : undefined;
  if (!isDict(nodes) || depth > 8) return [];
  return Object.values(nodes).flatMap((node) => {
    const bound: unknown = isDict(node) ? node['bound'] : undefined;
    const steps: unknown = isDict(bound) ? bound['steps'] : undefined;
    const all: readonly unknown[] = [bound, ...listIn(steps)];
    return all.flatMap((each) => [each, ...nodesOf(each, depth + 1)]);
  });
}

/** Whether this is an agent of `createAgent`. */
export function isReactAgent(value: unknown): value is ReactAgent {
  return isRunner(value) && isDict(value['options']) && isRunner(value['graph']);
}

/** Whether this is a graph that is not compiled yet. */
export function isBuilder(value: unknown): value is GraphBuilder {
  return hasMethods(value, 'compile') && 'nodes' in value;
}

/** Whether this is a chat model of LangChain. A model for texts has the same methods, but takes other arguments. */
export function isModel(value: unknown): value is NativeModel {
  return (
    hasMethods(value, '_generate', '_llmType', '_streamResponseChunks') &&
    !(hasMethods(value, '_modelType') && (value['_modelType'] as () => unknown)() === 'base_llm')
  );
}

/** Whether this is a tool of LangChain: it has a name and `invoke`. */
export function isTool(value: unknown): value is NativeTool {
  return hasMethods(value, 'invoke') && typeof value['name'] === 'string';
}

/** Whether this is a tool that describes itself. A chain may have a name and `invoke` as well. */
export function isOfferedTool(value: unknown): value is NativeTool {
  return isTool(value) && ('schema' in value || 'description' in value);
}

/** Whether this is the node of a graph that runs tools. */
export function isToolNode(value: unknown): value is ToolNode {
  return hasMethods(value, 'runTool', 'invoke') && Array.isArray(value['tools']);
}

/** Returns the tools in a list or in a tool node. */
export function toolsIn(tools: unknown): readonly NativeTool[] {
  return listIn(isDict(tools) ? tools['tools'] : tools).filter(isTool);
}

/** Whether this is a long-term store of LangGraph. */
export function isStore(value: unknown): value is NativeStore {
  return hasMethods(value, 'batch', 'get', 'put', 'search', 'listNamespaces');
}

/** Whether this is a vector store of LangChain. */
export function isVectorStore(value: unknown): value is NativeVectorStore {
  return hasMethods(value, 'similaritySearch', 'similaritySearchVectorWithScore', 'addDocuments');
}
