import type { Hooks } from '@interpose/core';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { ChatRun, currentRun } from '../run/host-run.ts';
import { settle } from '../run/settle-run.ts';
import { hookObject } from './hook-object.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { NativeTool, RunnableConfig } from '../translate/native.ts';

/** The same tool; every execution opens a chat of its own, unless a run of the same hooks surrounds it. */
export function hookLoneTool<T extends NativeTool>(
  tool: T,
  hooks: Hooks,
  options: WithHooksOptions,
): T {
  hookToolInPlace(tool, hooks);
  const inChat =
    (method: 'invoke' | 'call') =>
    (input: unknown, config?: RunnableConfig, tags?: unknown): Promise<unknown> => {
      const act = (): Promise<unknown> =>
        method === 'call' && tool.call !== undefined
          ? tool.call(input, config, tags)
          : tool.invoke(input, config);
      return currentRun(hooks) === undefined ? alone(tool, hooks, options, config, act) : act();
    };
  return hookObject(tool, hooks, { invoke: inChat('invoke'), call: inChat('call') });
}

async function alone(
  tool: NativeTool,
  hooks: Hooks,
  options: WithHooksOptions,
  config: RunnableConfig | undefined,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const run = await ChatRun.open({
    hooks,
    options,
    agent: agentIdentity(options.agent, { fallback: tool.name }),
    can: canOf('tool.invoke'),
    suspends: false,
    signal: config?.signal,
  });
  return settle(run, act);
}
