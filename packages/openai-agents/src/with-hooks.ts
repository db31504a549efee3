import { checkWithHooks, requireRows, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { inspect } from './coverage/inspect.ts';
import { declaredBy } from './coverage/inventory.ts';
import { hookParts } from './targets/agent-parts.ts';
import { equipAgent } from './targets/agent.ts';
import { addLayer, type Layer } from './targets/layers.ts';
import { hookMcpServer } from './targets/mcp-server.ts';
import { learnModule, recognise, type Recognised, type RunFunction } from './targets/recognise.ts';
import { hookModels, hookRunner } from './targets/runner.ts';
import { loadedSdks, sdkOf, type Sdk } from './targets/sdk-copies.ts';
import type { NativeAgent, NativeRunner } from './translate/native.ts';

// This runs at import: `runner.run(withHooks(agent, hooks))` reads the method `run` before it hooks the agent.
for (const sdk of loadedSdks()) hookRunner(sdk, withHooks);

type Method = (...given: never) => unknown;

/** The targets that `withHooks` accepts, each described by the members that identify it. */
export type Hookable =
  /** An `Agent`. */
  | { readonly handoffs: readonly unknown[]; readonly mcpServers: readonly unknown[] }
  /** A `Runner`. */
  | { readonly config: object; readonly run: Method }
  /** The function `run`. */
  | Method
  /** An MCP server of the SDK. */
  | { readonly connect: Method; readonly listTools: Method; readonly callTool: Method }
  /** The module. */
  | { readonly Agent: object; readonly Runner: object; readonly RunState: object };

/**
 * Puts hooks, in place, on an `Agent` of the OpenAI Agents SDK (0.11.8 and later) with its handoffs, agents as tools,
 * MCP servers and sessions; on an MCP server of the SDK, before it connects; on a `Runner`; or on the module, for all
 * its runs. Returns the target; for `run`, a hooked one. The same hooks twice count once; others add a layer.
 *
 * @throws InterposeError `invalid_option` for an option that is none, `target_unknown` for anything else, `not_enforced` where `require: 'enforced'` cannot be kept.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'no-refunds', hooks: { preToolCall: ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined) } })] });
 * const agent = withHooks(new Agent({ name: 'desk', tools: [refund] }), hooks);
 */
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options?: WithHooksOptions,
): Target;
export function withHooks<Target extends Hookable>(
  target: Target,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Target {
  checkWithHooks(hooks, options, {}, more);
  const recognised = recognise(target);
  const hooked = hook(recognised, target, { hooks, options });
  return declareInventory(hooked, declaredBy(recognised, hooks, options)) as Target;
}

function hook(recognised: Recognised, target: object, layer: Layer): object {
  switch (recognised.kind) {
    case 'agent':
      return hookAgent(recognised.agent, layer);
    case 'runner':
      if (isPutByOther(recognised.sdk, target, layer)) return target;
      addLayer(recognised.runs, layer);
      if (recognised.runs !== recognised.sdk.Runner) hookModels(recognised.runs as NativeRunner);
      return target;
    case 'mcp-server':
      hookMcpServer(recognised.server, layer);
      return target;
    case 'run':
      return hookRun(recognised.run, layer);
  }
}

function hookAgent(agent: NativeAgent, layer: Layer): NativeAgent {
  requireRows(layer.options, () => inspect(agent));
  if (isPutByOther(sdkOf(agent)!, agent, layer)) return agent;
  addLayer(agent, layer);
  equipAgent(agent);
  hookParts(agent, equipAgent);
  return agent;
}

/** Whether another copy of this package hooks the runs of this SDK. It has then put the hooks on the target as well. */
function isPutByOther(sdk: Sdk, target: object, { hooks, options }: Layer): boolean {
  const put = hookRunner(sdk, withHooks);
  if (put === withHooks) return false;
  put(target as never, hooks, options);
  return true;
}

/** Returns a `run` that hooks its agent, in place, before the run starts. */
function hookRun(run: RunFunction, layer: Layer): RunFunction {
  return function hooked(agent, ...rest) {
    const recognised = recognise(agent);
    if (recognised.kind === 'agent') hookAgent(recognised.agent, layer);
    return run(agent, ...rest);
  };
}

/**
 * Makes another copy of the SDK known, such as a second version: every copy has classes of its own.
 * The copies that `import` and `require` find from this package are known already.
 *
 * @throws InterposeError `target_unknown` for anything but the module.
 *
 * @example
 * useSdk(await import('@openai/agents-core'));
 */
export function useSdk(sdk: Sdk): void {
  learnModule(sdk);
  hookRunner(sdk, withHooks);
}
