import type { Layer } from '@interpose/adapter-kit';
import { isOnThread } from '../run/open-run.ts';
import { inRun } from '../run/settle-run.ts';
import { methodsByInvoke } from '../tools/chain-as-tool.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { NativeTool, RunManager, RunnableConfig } from '../translate/native.ts';
import { hookObject } from './hook-object.ts';
import { toolsIn, type ToolNode } from './shapes.ts';

/** The same tool; every execution opens a chat of its own, unless a run of the same hooks surrounds it. */
export function hookStandaloneTool<T extends NativeTool>(tool: T, layer: Layer): T {
  hookToolInPlace(tool, layer.hooks);
  const inChat = (config: RunnableConfig | undefined, act: () => unknown): Promise<unknown> => {
    const use = { path: 'tool.invoke', fallback: tool.name, signal: config?.signal };
    return inRun(layer, use, async () => act());
  };
  return hookObject(tool, layer.hooks, {
    ...methodsByInvoke(tool),
    invoke: (input: unknown, config?: RunnableConfig) =>
      inChat(config, () => tool.invoke(input, config)),
    call: (input: unknown, config?: RunnableConfig, tags?: unknown) =>
      inChat(config, () => tool.call?.(input, config, tags) ?? tool.invoke(input, config)),
    _call: (input: unknown, runManager?: RunManager, config?: RunnableConfig) =>
      inChat(config, () => tool['_call']!(input, runManager, config)),
  });
}

/** The same node, its tools hooked in place; outside of a hooked agent every batch of calls is a chat of its own. */
export function hookToolNode<N extends ToolNode>(node: N, layer: Layer): N {
  const tools = toolsIn(node.tools);
  for (const tool of tools) hookToolInPlace(tool, layer.hooks);
  return hookObject(node, layer.hooks, {
    invoke: (input: unknown, config: RunnableConfig = {}) => {
      const [suspends, { signal }] = [isOnThread(config), config];
      const use = { path: 'ToolNode', fallback: 'tools', suspends, signal, tools };
      return inRun(layer, use, () => node.invoke(input, config));
    },
  });
}
