import { isDict, withMembers, type Layer } from '@interpose/adapter-kit';
import { hookStore } from '../data/store.ts';
import { hookModel } from '../model/hook-model.ts';
import { PARTS } from '../model/models-in.ts';
import { inRun } from '../run/settle-run.ts';
import { BY_INVOKE } from '../tools/chain-as-tool.ts';
import type { Method, RunnableConfig } from '../translate/native.ts';
import { TAGS } from './hook-object.ts';
import {
  hasMethods,
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
import { isRecord, viewOf, type See } from './views.ts';

/** What of a graph or an agent may be handed out. */
export interface HeldParts {
  /** The same part, with calls that pass the hooks. */
  readonly see: See;
  /** The same record of parts. */
  readonly view: See;
}

/**
 * What a hooked graph or agent hands out of its parts: models, tools, graphs and nodes, each hooked as if it had been
 * given to `withHooks`, since whoever takes one out may call it outside of every run.
 */
export function partsOf(layer: Layer, hookGraph: (graph: Runner) => Runner): HeldParts {
  const shown = new WeakMap<object, unknown>();
  const once = (part: object, make: () => unknown): unknown => {
    const known = shown.get(part);
    if (known !== undefined) return known;
    const made = make();
    // Data may get a part later, so it is looked at each time.
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
    // What a node is was just looked at; the type of a part says nothing.
    return hasMethods(part, 'invoke') ? hookNode(part as unknown as Node, layer, see) : part;
  };
  const view = (record: unknown): unknown =>
    isDict(record) ? once(record, () => viewOf(record, see)) : record;
  return { see, view };
}

/** A member of a graph or of an agent, with what it holds of models, tools and graphs hooked. */
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

/** What an agent shows of its graph. */
export const BY_GRAPH: ReadonlySet<PropertyKey> = new Set([
  'graph',
  'getGraphAsync',
  'getSubgraphs',
  'getSubgraphsAsync',
]);

/** The hooked graph of an agent, or what that shows of its parts. */
export function shownBy(graph: Runner, key: PropertyKey): unknown {
  const show = key === 'graph' ? graph : graph[key];
  return typeof show === 'function' ? (show.bind(graph) as unknown) : show;
}

/** True for a record of what acts: the nodes of a graph, its edges, what a part was made of, a middleware with tools. */
function isHolder(part: object): boolean {
  if (!isRecord(part)) return isEdge(part);
  const { nodes, tools, lc_kwargs: fields } = part;
  if (isDict(nodes) || isDict(fields) || Array.isArray(tools)) return true;
  return Object.values(part).some((each) => hasMethods(each, 'invoke') || isEdge(each));
}

/** True for a conditional edge of a graph, which keeps what chooses the way. */
function isEdge(part: unknown): boolean {
  return isDict(part) && hasMethods(part['path'], 'invoke');
}

/** A graph that its user compiles: what comes of it is hooked, and so is what it shows of its nodes. */
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

/** Where a node, and the runnables of LangChain, keep what they run. */
const HELD = [...PARTS, 'subgraphs', 'lc_kwargs'];

/** A node or a runnable in one: outside of every run a call of it is a chat of its own, in which its tools are gated. */
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
