import { hasMethods, isDict, isRecord, withMembers, type Layer } from '@interpose/adapter-kit';
import { hookStore } from '../data/store.ts';
import { hookModel } from '../model/hook-model.ts';
import { PARTS } from '../model/models-in.ts';
import { inRun } from '../run/settle-run.ts';
import { BY_INVOKE } from '../tools/chain-as-tool.ts';
import type { Method, RunnableConfig } from '../translate/native.ts';
import { TAGS } from './hook-object.ts';
import {
  isBuilder,
  isModel,
  isOfferedTool,
  isRunner,
  isStore,
  isToolNode,
  type GraphBuilder,
  type Runner,
} from './shapes.ts';
import { hookStandaloneTool, hookToolNode } from './standalone-tools.ts';
import { viewOf, type See } from './views.ts';

/** Two functions that hook the parts that a graph or an agent shows. */
export interface HeldParts {
  /** Returns the part with hooks around its calls. */
  readonly see: See;
  /** Returns a record of parts with the parts in it hooked. */
  readonly view: See;
}

/**
 * Returns functions that hook the parts which a hooked graph or agent shows: models, tools, graphs and nodes. Each is
 * hooked as `withHooks` would do it, since code that takes one out may call it outside of every run.
 */
export function partsOf(layer: Layer, hookGraph: (graph: Runner) => Runner): HeldParts {
  const shown = new WeakMap<object, unknown>();
  const once = (part: object, make: () => unknown): unknown => {
    const known = shown.get(part);
    if (known !== undefined) return known;
    const made = make();
    // A part may come into this data later, so data without parts is looked at each time.
    if (made !== part) shown.set(part, made);
    return made;
  };
  const see = (part: unknown): unknown => {
    const isLeft = typeof part !== 'object' || part === null;
    if (isLeft || TAGS.of(part)?.hooks === layer.hooks) return part;
    return once(part, () => show(part));
  };
  const show = (part: object): unknown => {
    if (Array.isArray(part) || isHolder(part)) return viewOf(part, see);
    if (isStore(part)) return hookStore(part, { ...layer, path: 'BaseStore', source: 'store' });
    if (isModel(part)) return hookModel(part, { ...layer, tools: [] });
    if (isRunner(part)) return hookGraph(part);
    if (isToolNode(part)) return hookToolNode(part, layer, see);
    if (isOfferedTool(part)) return hookStandaloneTool(part, layer, see);
    // The line above has just checked that this is a node; the type of a part does not show it.
    return hasMethods(part, 'invoke') ? hookNode(part as unknown as Node, layer, see) : part;
  };
  const view = (record: unknown): unknown =>
    isDict(record) ? once(record, () => viewOf(record, see)) : record;
  return { see, view };
}

/** Returns a member of a graph or an agent with the models, tools and graphs in it hooked. */
export function handedOut(
  key: PropertyKey,
  value: object,
  { see, view }: HeldParts,
  again: (made: Runner) => Runner,
): unknown {
  if (key === 'nodes' || key === 'options' || key === 'lc_kwargs') return view(value);
  if (key === 'builder' && isBuilder(value)) return hookBuilder(value, view, again);
  const isPart = isRunner(value) || isModel(value) || isToolNode(value) || isStore(value);
  return isPart ? see(value) : value;
}

/** The members of an agent that show its graph. */
export const BY_GRAPH: ReadonlySet<PropertyKey> = new Set([
  'graph',
  'getGraphAsync',
  'getSubgraphs',
  'getSubgraphsAsync',
]);

/** Returns the hooked graph of an agent, or a member of that graph. */
export function shownBy(graph: Runner, key: PropertyKey): unknown {
  const show = key === 'graph' ? graph : graph[key];
  return typeof show === 'function' ? (show.bind(graph) as unknown) : show;
}

/** Whether this record holds parts that act: nodes or edges of a graph, the fields of a part, a middleware's tools. */
function isHolder(part: object): boolean {
  if (!isRecord(part)) return isEdge(part);
  const { nodes, tools, lc_kwargs: fields } = part;
  if (isDict(nodes) || isDict(fields) || Array.isArray(tools)) return true;
  return Object.values(part).some((each) => hasMethods(each, 'invoke') || isEdge(each));
}

/** Whether this is a conditional edge of a graph; its `path` is the runnable that chooses the next node. */
function isEdge(part: unknown): boolean {
  return isDict(part) && hasMethods(part['path'], 'invoke');
}

/** Returns a graph that the app compiles later, with hooks on the compiled graph and on the nodes that it shows. */
export function hookBuilder<B extends GraphBuilder>(
  builder: B,
  view: HeldParts['view'],
  again: (made: Runner) => Runner,
): B {
  const members = {
    compile: (given?: unknown): Runner => again(builder.compile(given)),
    get nodes(): unknown {
      return view(builder['nodes']);
    },
    get branches(): unknown {
      return view(builder['branches']);
    },
  };
  return withMembers(builder, members, { methodsRunOn: 'proxy' });
}

interface Node {
  invoke(input: unknown, config?: RunnableConfig): unknown;
  readonly [property: string]: unknown;
}

/** The fields in which a node, and the runnables of LangChain, keep the parts that they run. */
const HELD = [...PARTS, 'subgraphs', 'lc_kwargs'];

/** Hooks a node or a runnable in one. Outside of every run, a call of it opens a chat, in which its tools are gated. */
function hookNode(node: Node, layer: Layer, see: See): object {
  const inChat = (config: RunnableConfig | undefined, act: () => unknown): Promise<unknown> => {
    const name = typeof node['name'] === 'string' ? node['name'] : 'node';
    return inRun(layer, { path: 'agent.invoke', fallback: name, config }, async () => act());
  };
  const { func } = node;
  const members: Record<string, unknown> = {
    ...BY_INVOKE,
    invoke: (input: unknown, config?: RunnableConfig) =>
      inChat(config, () => node.invoke(input, config)),
    func:
      typeof func === 'function'
        ? (...given: readonly unknown[]) =>
            inChat(undefined, () => Reflect.apply(func as Method, node, given))
        : func,
  };
  for (const key of HELD)
    Object.defineProperty(members, key, { get: () => see(node[key]), enumerable: true });
  return withMembers(node, members, {
    methodsRunOn: 'proxy',
    tagged: { by: TAGS, tag: { hooks: layer.hooks, target: node } },
  });
}
