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
 * Returns the coverage of one target, hooked or not: the status of every event on each path of the target,
 * and a row of its own for each tool whose calls are not all enforced.
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

/** Returns the rows of these paths, and those of the agent's MCP servers, tools and settings. */
export function inspectOn(paths: readonly string[], agent: NativeAgent): readonly CapabilityRow[] {
  const servers = agent.mcpServers.map((server) =>
    passesHooks(server) ? 'MCP server' : 'MCP server beyond reach',
  );
  return [
    ...rowsOn(capabilities, [...paths, ...servers]),
    ...toolRows(
      capabilities,
      (agent.tools as readonly NativeTool[]).map((tool) => [hostedName(tool), pathOf(tool)]),
    ),
    ...keptRows(agent),
  ];
}

/** The path of a prompt that the service stores: hooks do not see its text. */
export const KEPT_PROMPT = 'prompt kept by the service';
/** The path of settings that the SDK sends to the provider unchanged. */
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

/** Whether the agent runs in a sandbox whose memory keeps notes of its runs for later runs. */
function remembersRuns(agent: NativeAgent): boolean {
  const { capabilities: able = [] } = agent as {
    readonly capabilities?: readonly { readonly type?: unknown }[];
  };
  return able.some(({ type }) => type === 'memory');
}

const KINDS: ReadonlySet<string> = new Set([
  'function',
  'shell',
  'apply_patch',
  'computer',
  'hosted_tool',
]);

/** Returns the path of a tool whose calls are not all enforced; undefined for any other tool. */
function pathOf(tool: NativeTool): string | undefined {
  if (!KINDS.has(tool.type)) return 'tool of an unknown kind';
  if (!canBeGated(tool)) return 'tool that cannot be changed';
  if (isHosted(tool)) return 'hosted tool';
  return isMadeOfMcp(tool) ? 'MCP tool of your app' : undefined;
}
