import type { Hooks } from '@interpose/core';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { ChatRun, currentRun } from '../run/host-run.ts';
import { settle } from '../run/settle-run.ts';
import { hookObject } from './hook-object.ts';
import { toolsIn, type ToolNode } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { RunnableConfig } from '../translate/native.ts';

/** The same node, its tools hooked in place; outside of a hooked agent every batch of calls is a chat of its own. */
export function hookToolNode<N extends ToolNode>(
  node: N,
  hooks: Hooks,
  options: WithHooksOptions,
): N {
  const tools = toolsIn(node.tools);
  for (const tool of tools) hookToolInPlace(tool, hooks);
  return hookObject(node, hooks, {
    invoke: async (input: unknown, config?: RunnableConfig) => {
      if (currentRun(hooks) !== undefined) return node.invoke(input, config);
      const run = await ChatRun.open({
        hooks,
        options,
        agent: agentIdentity(options.agent, { fallback: 'tools' }),
        can: canOf('ToolNode'),
        suspends: config?.configurable?.['__pregel_checkpointer'] !== undefined,
        signal: config?.signal,
      });
      for (const tool of tools) run.tools.set(tool.name, tool);
      return settle(run, () => node.invoke(input, config));
    },
  });
}
