import { askGate, cloneWith, toldInstead } from '@interpose/adapter-kit';
import { DeniedError, type Denial, type ToolCall } from '@interpose/core';
import { providerTool, type ToolGate } from '@interpose/core/adapter';
import type { HostedTool, RunToolApprovalItem } from '@openai/agents-core';
import { appCode, currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { HostedCalls, type Approval } from '../run/hosted-calls.ts';
import { annotationsOf, readHostedCall, type HostedItem } from '../tools/provider-tools.ts';
import { idOf, kindOf } from '../translate/hosted-name.ts';
import type { NativeContext, NativeOutputItem, NativeTool } from '../translate/native.ts';

/** An item in which an MCP server at the provider asks for approval. */
export type Request = Extract<NativeOutputItem, { readonly type: 'hosted_tool_call' }>;

type OnApproval = (context: NativeContext, item: RunToolApprovalItem) => Promise<Approval>;

/** Asks hooks about calls of MCP servers at the provider that wait for approval, before the SDK deals with them. */
export async function gateHostedCalls(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  const requests = output.filter((item) => item.type === 'hosted_tool_call').filter(isRequest);
  const hosted = (run.hosted ??= new HostedCalls());
  for (const item of requests) await gateRequest(run, hosted, item);
  for (const item of requests) await answerRequest(run, hosted, item);
}

/** What a resumed run knows of a request: the agent's tool for it, and whether a person said yes to it. */
interface Resumed {
  readonly tool: NativeTool;
  readonly approval?: 'yes';
}

/** Asks hooks about one request; `resumed` only in a run that goes on with it. */
export async function gateRequest(
  run: AgentRun,
  hosted: HostedCalls,
  item: Request,
  resumed?: Resumed,
): Promise<void> {
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const { id, name, args } = readHostedCall(item, run.tools.values());
    const call = layer.callOf({ callId: id, name, arguments: JSON.stringify(args) });
    const tool = providerTool(layer.chat, name, annotationsOf(run, name, item));
    const { tool: left, ...approval } = resumed ?? {};
    const question = { call, tool, native: item, ...approval, resumed: left !== undefined };
    const gate = await askGate(layer.chat, question, () => undefined);
    if (gate.kind === 'suspended')
      hosted.asked.set(id, { label: labelOf(item), reason: toldInstead(gate) });
    const denial = denialIn(gate, call);
    if (denial === undefined) continue;
    // A tool search at the provider may have found the server: then no tool here could refuse its calls.
    if ((left ?? toolOf(run, item)) === undefined) throw new DeniedError(denial);
    const reason = gate.kind === 'denied' ? gate.text : denial.reason;
    hosted.answers.set(id, { approve: false, reason });
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

/**
 * Rejects a call that hooks denied. If a policy asks for a person, the SDK must not call the app's own callback for
 * that server, so it is called here: both have to say yes.
 */
async function answerRequest(run: AgentRun, hosted: HostedCalls, item: Request): Promise<void> {
  const { context } = run;
  const { answers, asked } = hosted;
  const id = idOf(item);
  if (context === undefined || (!answers.has(id) && !isAsked(hosted, labelOf(item)))) return;
  const request = requestOf(run, item);
  const own = toolOf(run, item)?.providerData?.['on_approval'] as OnApproval | undefined;
  if (own !== undefined && !answers.has(id))
    answers.set(id, await appCode(run, () => own(context, request)));
  // A standing approval by a person for all calls of a tool does not answer a policy.
  const waiting = asked.get(id);
  if (waiting !== undefined && answerTo(context, request) === true)
    answers.set(id, { approve: false, reason: waiting.reason });
  // Newer SDK versions look at the context first, and last at the tool's callback.
  const { approve, reason } = answers.get(id) ?? { approve: true };
  if (!approve) context.rejectTool(request, reason === undefined ? {} : { message: reason });
}

/** Returns the standing answer to this call, or to all calls of its tool; newer SDKs keep that for each server. */
export function answerTo(
  context: NativeContext & Standing,
  request: RunToolApprovalItem,
): boolean | undefined {
  const { id: callId = '' } = request.rawItem;
  const { _getHostedMcpApprovalStatus: statusOf } = context;
  const answer = statusOf?.call(context, request);
  return answer ?? context.isToolApproved({ toolName: request.name ?? '', callId });
}

interface Standing {
  readonly _getHostedMcpApprovalStatus?: (
    this: NativeContext,
    request: RunToolApprovalItem,
  ) => boolean | undefined;
}

/** Returns the request as the SDK shows it to people: the SDK finds the call by exactly these fields. */
function requestOf({ sdk, agent }: AgentRun, item: Request): RunToolApprovalItem {
  const { providerData = {}, caller } = item as Request & { readonly caller?: unknown };
  const { id, name } = providerData as { readonly id: string; readonly name: string };
  const asked = { type: 'hosted_tool_call', name, id, status: 'in_progress', providerData };
  const raw = { ...asked, ...(caller === undefined ? undefined : { caller }) };
  return new sdk.RunToolApprovalItem(raw as Request, agent);
}

function isAsked({ asked }: HostedCalls, label: unknown): boolean {
  return [...asked.values()].some((each) => each.label === label);
}

/** Returns the label of the MCP server at the provider that this item belongs to. */
export function labelOf({ providerData }: Partial<HostedItem>): unknown {
  return providerData?.['server_label'];
}

/** Returns the agent's tool for the server of this call: the SDK asks its callback. */
function toolOf({ tools }: AgentRun, item: Request): HostedTool | undefined {
  return [...tools.values()].find(
    (tool): tool is HostedTool => tool.type === 'hosted_tool' && labelOf(tool) === labelOf(item),
  );
}

function isRequest(item: HostedItem): boolean {
  return item.name === 'mcp_approval_request' || kindOf(item) === 'mcp_approval_request';
}

/**
 * Returns a hosted tool whose callback rejects the calls that a policy denied. Calls that a policy asks about wait for
 * a person. All other calls keep the app's own callback, or its interruption.
 */
export function hookHostedTool(tool: HostedTool): HostedTool {
  const { providerData } = tool;
  if (providerData?.['type'] !== 'mcp' || providerData['require_approval'] === 'never') return tool;
  const own = providerData['on_approval'] as OnApproval | undefined;
  return cloneWith(tool, {
    get providerData() {
      const run = currentFrame()?.run;
      if (run === undefined) return providerData;
      const { hosted } = run;
      if (hosted !== undefined && [...hosted.answers.values()].some(({ approve }) => !approve))
        return { ...providerData, on_approval: answering(hosted, own) };
      if (own === undefined) return providerData;
      if (waits(run, labelOf(tool))) return { ...providerData, on_approval: undefined };
      return run.output.length > 0
        ? providerData
        : { ...providerData, on_approval: keepingNo(own) };
    },
  });
}

/** Whether a person has to answer: a policy asks, or the SDK carries out what an interrupted run left. */
function waits({ hosted, answers, output }: AgentRun, label: unknown): boolean {
  if (output.length === 0) return answers.servers.has(label);
  return hosted !== undefined && isAsked(hosted, label);
}

/** Returns the app's callback for an answer that is carried out again: a call rejected before stays rejected. */
function keepingNo(own: OnApproval): OnApproval {
  return async (context, item) => {
    if (answerTo(context, item) !== false) return own(context, item);
    const reason = context.getRejectionMessage(item.name ?? '', item.rawItem.id ?? '');
    return { approve: false, ...(reason === undefined ? undefined : { reason }) };
  };
}

function answering({ answers, asked }: HostedCalls, own: OnApproval | undefined): OnApproval {
  return async (context, item) => {
    const id = idOf(item.rawItem as Request);
    const answer = answers.get(id);
    if (answer !== undefined && !(answer.approve && asked.has(id))) return answer;
    if (own !== undefined && !asked.has(id)) return own(context, item);
    return { approve: false, reason: 'Another call of this answer was denied; ask again.' };
  };
}
