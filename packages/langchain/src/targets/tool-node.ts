import type { Layer } from '../run/host-run.ts';
import { isOnThread } from '../run/open-run.ts';
import { inRun } from '../run/settle-run.ts';
import { hookObject } from './hook-object.ts';
import { toolsIn, type ToolNode } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { RunnableConfig } from '../translate/native.ts';

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
