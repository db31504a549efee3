import { hasMethods, unknownTarget, type Layer } from '@interpose/adapter-kit';
import type { DeclaredInventory, EventName, InventoryComponent } from '@interpose/core';
import { declaredByAgent, declaredTools, modelComponent, sourceOf } from '../coverage/inventory.ts';
import { AGENT_PATHS, requireEnforced, toolsOffered } from '../coverage/require-enforced.ts';
import { hookCheckpointer } from '../data/checkpointer.ts';
import type { ComponentSeam } from '../data/component-step.ts';
import { hookRetriever } from '../data/knowledge.ts';
import { hookChatHistory } from '../data/memory-messages.ts';
import { hookStore } from '../data/store.ts';
import { hookVectorStore } from '../data/vector-store.ts';
import { hookModel } from '../model/hook-model.ts';
import type { NativeModel, NativeTool } from '../translate/native.ts';
import { hookAgent, hookFactory } from './factory.ts';
import { TAGS } from './hook-object.ts';
import {
  isModel,
  isOfferedTool,
  isReactAgent,
  isRemote,
  isRunner,
  isStore,
  isToolNode,
  isVectorStore,
  type Factory,
  type NativeRetriever,
  type ReactAgent,
  type Runner,
  type ToolNode,
} from './shapes.ts';
import { hookGraph, partsIn } from './runner.ts';
import { hookStandaloneTool, hookToolNode } from './standalone-tools.ts';

/** One kind of target: how to recognise it, how to put hooks around it, and what is reported about it. */
export interface Kind<Target> {
  readonly name: string;
  is(value: unknown): boolean;
  hook(target: Target, layer: Layer): object;
  /** The paths of the capability table that the target's calls take. */
  paths(target: Target): readonly string[];
  /** The target's tools, if they can be reached. */
  tools?(target: Target): unknown;
  /** The inventory that the target declares before anything runs, with the identity of the agent if it is one. */
  declared?(target: Target, layer: Layer): DeclaredInventory;
  components?(target: Target): readonly InventoryComponent[];
  /** The methods with which the target runs. Every other way ends in one of these. */
  readonly methods?: readonly string[];
  /** The event that does not fire if the app runs the original; `preRequest` by default. */
  readonly event?: EventName;
}

/** The kinds of targets. The order matters: an agent is a graph too, and other parts may look like tools. */
const KINDS: readonly Kind<unknown>[] = [
  {
    name: 'factory',
    is: (value) => typeof value === 'function',
    hook: hookFactory,
    paths: () => AGENT_PATHS,
  } satisfies Kind<Factory>,
  {
    name: 'agent',
    is: isReactAgent,
    hook: hookAgent,
    paths: () => AGENT_PATHS,
    tools: ({ options }) => toolsOffered(options),
    declared: ({ options }, layer) => declaredByAgent(options, layer),
    methods: ['invoke', 'stream'],
  } satisfies Kind<ReactAgent>,
  {
    name: 'graph',
    is: isRunner,
    hook(graph, layer) {
      requireEnforced(layer, pathsOfGraph(graph));
      return hookGraph(graph, layer);
    },
    paths: pathsOfGraph,
    methods: ['invoke', 'stream'],
  } satisfies Kind<Runner>,
  {
    name: 'model',
    is: isModel,
    hook: (model, layer) => hookModel(model, { ...layer, tools: [] }),
    paths: () => ['model.invoke', 'model.stream'],
    components: (model) => [modelComponent(model)],
    methods: ['invoke', 'stream', 'generate'],
  } satisfies Kind<NativeModel>,
  {
    name: 'ToolNode',
    is: isToolNode,
    hook: (node, layer) => hookToolNode(node, layer, partsIn(layer).see),
    paths: () => ['ToolNode'],
    components: ({ tools }) => declaredTools(tools),
    methods: ['invoke'],
    event: 'preToolCall',
  } satisfies Kind<ToolNode>,
  part('vector store', 'knowledge', isVectorStore, hookVectorStore),
  part('retriever', 'knowledge', has('_getRelevantDocuments'), (retriever: NativeRetriever, seam) =>
    hookRetriever(retriever, seam, (held) => hookHeld(held, seam)),
  ),
  part('BaseStore', 'memory', isStore, hookStore),
  part('checkpointer', 'memory', has('getTuple', 'put', 'putWrites'), hookCheckpointer),
  part(
    'chat message history',
    'memory',
    has('getMessages', 'addMessage', 'addMessages'),
    hookChatHistory,
  ),
  {
    name: 'tool',
    is: isOfferedTool,
    hook: (tool, layer) => hookStandaloneTool(tool, layer, partsIn(layer).see),
    paths: () => ['tool.invoke'],
    components: (tool) => declaredTools([tool]),
    methods: ['invoke', 'call'],
    event: 'preToolCall',
  } satisfies Kind<NativeTool>,
];

/** Returns the paths of a graph. If a hooked factory made the graph, its model is hooked. */
function pathsOfGraph(graph: Runner): readonly string[] {
  if (isRemote(graph)) return ['remote graph', 'remote graph.streamEvents'];
  return TAGS.of(graph) === undefined ? [...AGENT_PATHS, 'model in a compiled graph'] : AGENT_PATHS;
}

/** Returns the kind for a part with one path, of the same name, through the hooks; `hook` takes what `is` accepts. */
function part(
  name: string,
  kind: 'knowledge' | 'memory',
  is: (value: unknown) => boolean,
  hook: (target: never, seam: ComponentSeam) => object,
): Kind<object> {
  return {
    name,
    is,
    hook: (target, layer) =>
      hook(target as never, { ...layer, path: name, source: target.constructor.name }),
    paths: () => [name],
    components: (target) => sourceOf(kind, target),
  };
}

/** Hooks the index and the models that a retriever holds. */
function hookHeld(held: unknown, { hooks, options }: Layer): object | undefined {
  if (isModel(held)) return hookModel(held, { hooks, options, tools: [] });
  if (!isVectorStore(held)) return undefined;
  const source = held.constructor.name;
  return hookVectorStore(held, { hooks, options, path: 'vector store', source });
}

function has(...methods: readonly string[]): (value: unknown) => boolean {
  return (value) => hasMethods(value, ...methods);
}

/**
 * Returns the kind of LangChain or LangGraph part that this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Kind<unknown> {
  const found = KINDS.find((kind) => kind.is(target));
  if (found !== undefined) return found;
  const names = KINDS.map(({ name }) => name).join(', ');
  throw unknownTarget(target, `pass createAgent, or one of these: ${names}`);
}
