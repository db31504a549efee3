import { askGate, cloneWith } from '@interpose/adapter-kit';
import { DeniedError, type Denial, type ToolCall } from '@interpose/core';
import { providerTool, type ToolGate } from '@interpose/core/adapter';
import type { HostedTool } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { HostedCalls } from '../run/hosted-calls.ts';
import { annotationsOf, readHostedCall, type HostedItem } from '../tools/provider-tools.ts';
import type { NativeOutputItem } from '../translate/native.ts';

interface Approval {
  readonly approve: boolean;
  readonly reason?: string;
}

type OnApproval = (context: unknown, item: { readonly rawItem: HostedItem }) => Promise<Approval>;

/** Asks the gates about the calls of MCP servers at the provider that wait for a yes, before the SDK deals with them. */
export async function gateHostedCalls(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  const { denials } = (run.hosted ??= new HostedCalls());
  for (const item of output) {
    if (item.type !== 'hosted_tool_call' || !isRequest(item)) continue;
    for (const layer of run.layers) {
      if (!layer.chat.intercepts('preToolCall')) continue;
      const read = readHostedCall(item, run.tools.values());
      const { id, name } = read;
      const call = layer.callOf({ callId: id, name, arguments: JSON.stringify(read.args) });
      const tool = providerTool(layer.chat, name, annotationsOf(run, name, item));
      const gate = await askGate(layer.chat, { call, tool, native: item }, () => undefined);
      if (gate.kind === 'suspended') layer.suspended = true;
      const denial = denialIn(gate, call);
      if (denial === undefined) continue;
      // A search at the provider may have found the server: then nobody here could give its calls a no.
      if (!answersFor(run, item)) throw new DeniedError(denial);
      denials.set(id, gate.kind === 'denied' ? gate.text : denial.reason);
    }
  }
}

function denialIn(gate: ToolGate, call: ToolCall): Denial | undefined {
  if (gate.kind === 'denied') return gate.denial;
  if (gate.kind === 'suspended' || (gate.kind === 'run' && gate.call === call)) return undefined;
  return {
    decision: 'deny',
    code: 'modify_unsupported',
    reason: 'Blocked: the provider can only be told yes or no.',
    by: 'preToolCall',
    policy: 'preToolCall',
    event: 'preToolCall',
  };
}

/** True where the server of this call is a tool of the agent, whose answer the SDK asks for. */
function answersFor({ tools }: AgentRun, { providerData }: HostedItem): boolean {
  const label = providerData?.['server_label'];
  return [...tools.values()].some(
    (tool) => tool.type === 'hosted_tool' && tool.providerData?.['server_label'] === label,
  );
}

function isRequest({ name, providerData }: HostedItem): boolean {
  return name === 'mcp_approval_request' || providerData?.['type'] === 'mcp_approval_request';
}

/**
 * A hosted tool; the calls of an MCP server at the provider that a policy denied get their no from here. The app's own
 * answer, or its interruption, stays where nothing was denied.
 */
export function hookHostedTool(tool: HostedTool): HostedTool {
  const { providerData } = tool;
  if (providerData?.['type'] !== 'mcp' || providerData['require_approval'] === 'never') return tool;
  const own = providerData['on_approval'] as OnApproval | undefined;
  return cloneWith(tool, {
    get providerData() {
      const run = currentFrame()?.run;
      const { denials } = run?.hosted ?? {};
      if (run === undefined || denials === undefined || denials.size === 0) return providerData;
      return { ...providerData, on_approval: answering(denials, run.tools, own) };
    },
  });
}

function answering(
  denials: ReadonlyMap<string, string>,
  tools: AgentRun['tools'],
  own: OnApproval | undefined,
): OnApproval {
  return async (context, item) => {
    const reason = denials.get(readHostedCall(item.rawItem, tools.values()).id);
    if (reason !== undefined) return { approve: false, reason };
    if (own !== undefined) return own(context, item);
    return { approve: false, reason: 'Another call of this answer was denied; ask again.' };
  };
}
