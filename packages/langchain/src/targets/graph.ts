import { InterposeError, type EventName, type Hooks } from '@interpose/core';
import { isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import { isHookedModel } from '../model/hook-model.ts';
import { currentRun } from '../run/host-run.ts';
import { TAGS } from './hook-object.ts';
import { hookRunner } from './runner.ts';
import { toolsIn, type Runner } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { listIn, type RunnableConfig } from '../translate/native.ts';

/**
 * A compiled graph whose parts are out of reach: its tool nodes are hooked in place, and a model that is not hooked
 * is refused as soon as it is called, where hooks listen to models.
 */
export function hookGraph<R extends Runner>(graph: R, hooks: Hooks, options: WithHooksOptions): R {
  if (TAGS.of(graph)?.hooks === hooks) return graph;
  for (const tool of nodesOf(graph).flatMap(toolsIn)) hookToolInPlace(tool, hooks);
  const guard = modelGuard(hooks);
  const guarded = new Proxy(graph, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key !== 'string' || !GUARDED.has(key) || typeof value !== 'function') return value;
      return (input: unknown, config?: RunnableConfig, ...rest: readonly unknown[]) =>
        Reflect.apply(value, target, [input, withGuard(config, guard), ...rest]) as unknown;
    },
  });
  return hookRunner(guarded, hooks, options);
}

const GUARDED: ReadonlySet<string> = new Set(['invoke', 'stream', 'streamEvents', 'transform']);

/** What the nodes of a graph run, and what those of its subgraphs do. */
function nodesOf(graph: unknown, depth = 0): readonly unknown[] {
  const nodes: unknown = isDict(graph) ? graph['nodes'] : undefined;
  if (!isDict(nodes) || depth > 8) return [];
  return Object.values(nodes).flatMap((node) => {
    const bound: unknown = isDict(node) ? node['bound'] : undefined;
    const steps: unknown = isDict(bound) ? bound['steps'] : undefined;
    const all: readonly unknown[] = [bound, ...listIn(steps)];
    return all.flatMap((each) => [each, ...nodesOf(each, depth + 1)]);
  });
}

const ABOUT_MODELS: readonly EventName[] = [
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onAgentResponse',
];

function modelGuard(hooks: Hooks): object {
  return {
    name: 'interpose',
    raiseError: true,
    awaitHandlers: true,
    handleChatModelStart(model: unknown): void {
      const run = currentRun(hooks);
      if (run === undefined || isHookedModel(model) || !run.chat.listens(...ABOUT_MODELS)) return;
      throw new InterposeError(
        'model_unhooked',
        'a compiled graph called a model that no hook can see',
        'wrap the model, or the factory that makes the graph, with withHooks',
      );
    },
  };
}

interface CallbackManager {
  copy(handlers: readonly object[], inherited: boolean): unknown;
}

function withGuard(config: RunnableConfig = {}, guard: object): RunnableConfig {
  const { callbacks } = config;
  if (callbacks === undefined) return { ...config, callbacks: [guard] };
  if (Array.isArray(callbacks))
    return { ...config, callbacks: [...(callbacks as object[]), guard] };
  return { ...config, callbacks: (callbacks as CallbackManager).copy([guard], true) };
}
