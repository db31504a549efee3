import { rowsOn, toolRows } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { unjudgedSettings } from '../model/provider-data.ts';
import { passesHooks } from '../targets/mcp-server.ts';
import { isMadeOfMcp } from '../targets/mcp-tools.ts';
import { isRealtime } from '../targets/realtime.ts';
import { recognise } from '../targets/recognise.ts';
import { canBeGated } from '../tools/direct-calls.ts';
import { isAgentTool } from '../tools/tool-facts.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths,
 * with a row of its own for every tool that cannot be fully mediated.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(agent).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  const recognised = recognise(target);
  return recognised.kind === 'agent' ? inspectAgent(recognised.agent) : capabilities;
}

function inspectAgent(agent: NativeAgent): readonly CapabilityRow[] {
  const tools = agent.tools as readonly NativeTool[];
  return inspectOn(
    [
      ...['run', 'run streamed', 'session'],
      ...(isRealtime(agent) ? ['tool.invoke', 'realtime agent'] : []),
      ...(agent.handoffs.length > 0 ? ['handoff'] : []),
      ...(tools.some(isAgentTool) ? ['agent.asTool'] : []),
    ],
    agent,
  );
}

/** The rows of these paths, and of the servers, the tools and the settings that a run on them has. */
export function inspectOn(paths: readonly string[], agent: NativeAgent): readonly CapabilityRow[] {
  const servers = agent.mcpServers.map((server) =>
    passesHooks(server) ? 'MCP server' : 'MCP server beyond reach',
  );
  return [
    ...rowsOn(capabilities, [...paths, ...servers]),
    ...hostedRows(agent.tools as readonly NativeTool[]),
    ...keptRows(agent),
  ];
}

/** Where a stored prompt is kept that hooks do not see. */
export const KEPT_PROMPT = 'prompt kept by the service';
/** Where settings go that the SDK sends as they are. */
export const OWN_SETTINGS = 'providerData';

function keptRows(agent: NativeAgent): readonly CapabilityRow[] {
  const { prompt, modelSettings } = agent;
  const settings = unjudgedSettings(modelSettings).map((name) => [name, OWN_SETTINGS] as const);
  return [
    ...(prompt === undefined ? [] : rowsOn(capabilities, [KEPT_PROMPT])),
    ...(remembersRuns(agent) ? rowsOn(capabilities, ['memory of a sandbox']) : []),
    ...toolRows(capabilities, settings),
  ];
}

/** True for an agent in a sandbox that keeps there what its runs were about, for later ones. */
function remembersRuns(agent: NativeAgent): boolean {
  const { capabilities: able = [] } = agent as {
    readonly capabilities?: readonly { readonly type?: unknown }[];
  };
  return able.some(({ type }) => type === 'memory');
}

function hostedRows(tools: readonly NativeTool[]): readonly CapabilityRow[] {
  return toolRows(
    capabilities,
    tools.map((tool) => [hostedName(tool), pathOf(tool)]),
  );
}

const KINDS: ReadonlySet<string> = new Set([
  'function',
  'shell',
  'apply_patch',
  'computer',
  'hosted_tool',
]);

/** The path of a tool whose calls are not all enforced. */
function pathOf(tool: NativeTool): string | undefined {
  if (!KINDS.has(tool.type)) return 'tool of an unknown kind';
  if (!canBeGated(tool)) return 'tool that cannot be changed';
  if (isHosted(tool)) return 'hosted tool';
  return isMadeOfMcp(tool) ? 'MCP tool of your app' : undefined;
}
