import type { Hooks } from '@interpose/core';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { ChatRun, currentRun } from '../run/host-run.ts';
import { settle } from '../run/settle-run.ts';
import { isTagKey, tagOf } from './tag.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { NativeTool, RunnableConfig } from '../translate/native.ts';

/** The same tool; every execution opens a chat of its own, unless a run of the same hooks surrounds it. */
export function hookLoneTool<T extends NativeTool>(
  tool: T,
  hooks: Hooks,
  options: WithHooksOptions,
): T {
  if (tagOf(tool)?.hooks === hooks) return tool;
  hookToolInPlace(tool, hooks);
  const tag = { hooks, target: tool };
  const inChat =
    (method: 'invoke' | 'call') =>
    (input: unknown, config?: RunnableConfig, tags?: unknown): Promise<unknown> => {
      const act = (): Promise<unknown> =>
        method === 'call' && tool.call !== undefined
          ? tool.call(input, config, tags)
          : tool.invoke(input, config);
      return currentRun(hooks) === undefined ? alone(tool, hooks, options, config, act) : act();
    };
  const members = { invoke: inChat('invoke'), call: inChat('call') };
  return new Proxy(tool, {
    get(target, key) {
      if (isTagKey(key)) return tag;
      if (key === 'invoke') return members.invoke;
      if (key === 'call' && target.call !== undefined) return members.call;
      return Reflect.get(target, key) as unknown;
    },
  });
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
