import { isDict, withMembers, type Layer } from '@interpose/adapter-kit';
import { inRun } from '../run/settle-run.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { Method, NativeTool, RunManager, RunnableConfig } from '../translate/native.ts';
import { hookObject } from './hook-object.ts';
import { toolsIn, type ToolNode } from './shapes.ts';
import type { See } from './views.ts';

/** Returns the tool with hooks: every execution opens a chat, unless a run of the same hooks is around it. */
export function hookStandaloneTool<T extends NativeTool>(tool: T, layer: Layer, see: See): T {
  hookToolInPlace(tool, layer.hooks);
  const inChat = (config: RunnableConfig | undefined, act: () => unknown): Promise<unknown> => {
    const use = { path: 'tool.invoke', fallback: tool.name, signal: config?.signal };
    return inRun(layer, use, async () => act());
  };
  const part = (input: unknown, runManager?: RunManager, config?: RunnableConfig) =>
    inChat(config, () => tool['_call']!(input, runManager, config));
  const hooked: T = hookObject(tool, layer.hooks, {
    ...heldIn(tool, part, see, () => hooked),
    invoke: (input: unknown, config?: RunnableConfig) =>
      inChat(config, () => tool.invoke(input, config)),
    call: (input: unknown, config?: RunnableConfig, tags?: unknown) =>
      inChat(config, () => tool.call?.(input, config, tags) ?? tool.invoke(input, config)),
    _call: part,
  });
  return hooked;
}

/** Returns the function and the chain of a tool so that a call of either one is a call of the hooked tool. */
function heldIn(tool: NativeTool, part: unknown, see: See, hooked: () => NativeTool): object {
  const { bound, lc_kwargs: fields, func } = tool as Partial<Record<string, unknown>>;
  const own = isDict(fields) ? fields : {};
  if (!isDict(bound))
    return typeof func === 'function' ? { func: part, lc_kwargs: { ...own, func: part } } : {};
  const invoke = (input: unknown, config?: RunnableConfig): unknown =>
    hooked().invoke(input, config);
  // Every other method of the chain, and the tool itself, ends in this method.
  const chain = withMembers(see(bound) as object, { invoke }, { methodsRunOn: 'proxy' });
  return { bound: chain, lc_kwargs: { ...own, bound: chain } };
}

/** Returns the node with its tools hooked in place. Outside of a hooked agent, every batch of calls is a chat. */
export function hookToolNode<N extends ToolNode>(node: N, layer: Layer, see: See): N {
  const tools = toolsIn(node.tools);
  for (const tool of tools) hookToolInPlace(tool, layer.hooks);
  const use = { path: 'ToolNode', fallback: 'tools', tools };
  const inner =
    (key: 'run' | 'runTool' | 'func') =>
    (...given: readonly unknown[]): Promise<unknown> =>
      inRun(layer, use, async (): Promise<unknown> =>
        Reflect.apply(node[key] as Method, node, given),
      );
  return hookObject(node, layer.hooks, {
    run: inner('run'),
    runTool: inner('runTool'),
    func: inner('func'),
    get tools() {
      return see(node.tools);
    },
    invoke: (input: unknown, config: RunnableConfig = {}) =>
      inRun(layer, { ...use, config }, () => node.invoke(input, config)),
  });
}
