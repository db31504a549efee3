import type { EntryClass } from '@interpose/adapter-kit';

import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

const enforced = (
  path: string,
  probe: string | readonly string[],
  entries: readonly string[],
): EntryClass => ({ entries, status: 'enforced', path, probe });

const observed = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'observed',
  path,
  why,
});

const namesFor = (path: string, ...uses: readonly string[]): string[] =>
  uses.map((use) => `${path}: ${use}`);

const vectorProbes = namesFor(
  'vector store',
  'similaritySearch',
  'similaritySearchWithScore',
  'similaritySearchVectorWithScore',
  'addDocuments',
  'addVectors',
);
const graphProbes = namesFor(
  'graph',
  'a node that calls it',
  'a ToolNode',
  'a ToolNode in a function',
  'a ToolNode with retries',
  'a ToolNode with a configuration',
  'a lambda that returns a ToolNode',
  'a tool pushed into its ToolNode later',
).concat('entrypoint and task');
const storeProbes = namesFor('BaseStore', 'get', 'search', 'batch', 'put', 'batch of puts');
const historyProbes = namesFor(
  'chat message history',
  'getMessages',
  'addMessage',
  'addMessages',
  'addUserMessage',
  'addAIMessage',
);

const agents: readonly EntryClass[] = [
  enforced('agent.invoke', 'agent.invoke', ['createAgent', 'ReactAgent.invoke()']),
  enforced(
    'agent.invoke',
    ['createReactAgent', 'createReactAgent, streamed'],
    ['prebuilt: createReactAgent'],
  ),
  enforced('agent.invoke', 'agent.withConfig', ['ReactAgent.withConfig*']),
  enforced('agent.stream', 'agent.stream', ['ReactAgent.stream()']),
  enforced(
    'agent.streamEvents',
    ['agent.streamEvents v1', 'agent.streamEvents v2', 'agent.streamEvents v3'],
    ['ReactAgent.streamEvents()'],
  ),
  enforced('agent in a tool', ['agentTool', 'agent.invoke in a tool'], []),
  enforced('hooksMiddleware', 'hooksMiddleware', []),
  enforced(
    'call that a middleware answers',
    ['wrapToolCall', 'wrapToolCall that answers'],
    ['createMiddleware', 'createMiddleware{wrapToolCall*', 'AgentMiddleware.wrapToolCall'],
  ),
  enforced(
    'answer that a middleware gives',
    [
      ...namesFor('answer', 'beforeModel', 'beforeAgent', 'afterModel', 'afterAgent'),
      'wrapModelCall',
      ...namesFor('answer', 'a plain object', 'a pair', 'a command'),
    ],
    ['before', 'after', 'wrapModel'].flatMap((name) => [
      `createMiddleware{${name}*`,
      `AgentMiddleware.${name}*`,
    ]),
  ),
  enforced(
    'remote graph',
    ['remote graph', 'remote graph that a run meets', 'remote graph, streamed'],
    [],
  ),
  enforced('unknown or invalid tool call', ['unknown tool call', 'invalid tool call'], []),
];

const models: readonly EntryClass[] = [
  enforced(
    'model.stream',
    [
      'model.stream',
      'model._streamResponseChunks',
      'model.streamEvents v1',
      'model.streamEvents v2',
      'model.streamEvents v3',
    ],
    ['*BaseChatModel.stream*', '*BaseChatModel._stream*'],
  ),
  enforced(
    'model.invoke',
    [
      'model.invoke',
      'whole model',
      'model.generate',
      'model._generate',
      'model.batch',
      'bindTools',
      'withStructuredOutput',
      'model with private fields',
      'frozen model',
    ],
    ['*: BaseChatModel', '*: BaseChatModel.*', 'BaseChatModel.*'],
  ),
  enforced(
    'model.invoke',
    ['configurable model', 'configurable model, streamed'],
    ['ConfigurableModel*', 'chat_models/universal: ConfigurableModel*'],
  ),
  enforced(
    'model.invoke',
    ['model.pipe', 'model.pipe, streamed'],
    ['*: Runnable.pipe*', 'Runnable.pipe*'],
  ),
  enforced(
    'model.invoke',
    ['model.withConfig', 'bindTools, then withConfig, withRetry and pipe'],
    ['*: Runnable.withConfig*', 'Runnable.withConfig*'],
  ),
  enforced('model.invoke', 'model.withRetry', ['*: Runnable.withRetry*', 'Runnable.withRetry*']),
  enforced('model.invoke', 'model.withFallbacks', [
    '*: Runnable.withFallbacks*',
    'Runnable.withFallbacks*',
  ]),
];

const tools: readonly EntryClass[] = [
  enforced(
    'tool.invoke',
    ['tool.invoke', 'tool.invoke with arguments', 'tool.call', 'tool.batch', 'tool.stream'],
    ['StructuredTool', 'StructuredTool.*', 'tools: StructuredTool', 'tools: StructuredTool.*'],
  ),
  enforced(
    'tool.invoke',
    [
      'StructuredTool',
      'StructuredTool that overrides invoke',
      'StructuredTool that overrides call',
      'DynamicStructuredTool',
      'DynamicTool',
      'tool that returns an artifact',
    ],
    ['tool', 'tool(*', 'tool{*', 'tools: tool', 'tools: tool(*', 'tools: tool{*', '*DynamicTool*'],
  ),
  enforced('tool.invoke', 'DynamicStructuredTool', ['*DynamicStructuredTool*']),
  enforced('tool.invoke', graphProbes, ['StateGraph*', 'task*', 'entrypoint*', 'Entrypoint*']),
  enforced('ToolNode', ['ToolNode', 'ToolNode, given calls'], ['prebuilt: ToolNode']),
];

/** How far mediation holds for every entry of LangChain and LangGraph, 1.0.1 to 1.5. */
export const classes: readonly EntryClass[] = [
  ...agents,
  ...models,
  ...tools,
  enforced(
    'retriever',
    ['retriever', 'retriever.batch', 'retriever.pipe'],
    ['retrievers: BaseRetriever.*'],
  ),
  enforced('retriever', 'vector store: asRetriever', ['vectorstores: VectorStoreRetriever.*']),
  enforced('vector store', vectorProbes, ['vectorstores: VectorStore.*']),
  enforced('BaseStore', storeProbes, ['BaseStore*']),
  enforced(
    'checkpointer',
    ['checkpointer: writes', 'checkpointer: reads'],
    ['BaseCheckpointSaver*'],
  ),
  enforced('chat message history', historyProbes, [
    'chat_history: BaseChatMessageHistory.*',
    'chat_history: BaseListChatMessageHistory.*',
    'chat_history: InMemoryChatMessageHistory.*',
  ]),
  observed(
    'model in a compiled graph',
    'hooks cannot reach the model in a compiled graph; an unhooked one is refused',
    ['CompiledGraph*', 'CompiledStateGraph*'],
  ),
  ...unmediated,
  ...harmless,
];
