import { askGate, cloneWith, toldInstead } from '@interpose/adapter-kit';
import { DeniedError, type Denial, type ToolCall } from '@interpose/core';
import { providerTool, type ToolGate } from '@interpose/core/adapter';
import type { HostedTool, RunToolApprovalItem } from '@openai/agents-core';
import { appCode, currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { HostedCalls, type Approval } from '../run/hosted-calls.ts';
import { annotationsOf, readHostedCall, type HostedItem } from '../tools/provider-tools.ts';
import { idOf, kindOf } from '../translate/hosted-name.ts';
import type { NativeContext, NativeOutputItem } from '../translate/native.ts';

type Request = Extract<NativeOutputItem, { readonly type: 'hosted_tool_call' }>;

type OnApproval = (context: NativeContext, item: RunToolApprovalItem) => Promise<Approval>;

/** Asks the gates about the calls of MCP servers at the provider that wait for a yes, before the SDK deals with them. */
export async function gateHostedCalls(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  const requests = output.filter((item) => item.type === 'hosted_tool_call').filter(isRequest);
  const hosted = (run.hosted ??= new HostedCalls());
  for (const item of requests) await gateRequest(run, hosted, item);
  for (const item of requests) await answerRequest(run, hosted, item);
}

async function gateRequest(run: AgentRun, hosted: HostedCalls, item: Request): Promise<void> {
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const { id, name, args } = readHostedCall(item, run.tools.values());
    const call = layer.callOf({ callId: id, name, arguments: JSON.stringify(args) });
    const tool = providerTool(layer.chat, name, annotationsOf(run, name, item));
    const gate = await askGate(layer.chat, { call, tool, native: item }, () => undefined);
    if (gate.kind === 'suspended')
      hosted.asked.set(id, { label: labelOf(item), reason: toldInstead(gate) });
    const denial = denialIn(gate, call);
    if (denial === undefined) continue;
    // A search at the provider may have found the server: then nobody here could give its calls a no.
    if (toolOf(run, item) === undefined) throw new DeniedError(denial);
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
 * Gives a denied call its no. Where a policy asks, a person is asked in the place of the app's own callback for that
 * server; that is asked here, so that both have to say yes.
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
  // What a person said of all calls of a tool answers no policy.
  const waiting = asked.get(id);
  if (waiting !== undefined && answerTo(context, request) === true)
    answers.set(id, { approve: false, reason: waiting.reason });
  // Newer versions look here first, and at what the tool answers last.
  const { approve, reason } = answers.get(id) ?? { approve: true };
  if (!approve) context.rejectTool(request, reason === undefined ? {} : { message: reason });
}

/** What was said of this call, or of all calls of its tool; newer versions keep that for each server. */
function answerTo(
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

/** The question as the SDK puts it to people: it knows the call by exactly this. */
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

/** The label of the MCP server at the provider that this is, or is about. */
export function labelOf({ providerData }: Partial<HostedItem>): unknown {
  return providerData?.['server_label'];
}

/** The tool of the agent that is the server of this call, whose answer the SDK asks for. */
function toolOf({ tools }: AgentRun, item: Request): HostedTool | undefined {
  return [...tools.values()].find(
    (tool): tool is HostedTool => tool.type === 'hosted_tool' && labelOf(tool) === labelOf(item),
  );
}

function isRequest(item: HostedItem): boolean {
  return item.name === 'mcp_approval_request' || kindOf(item) === 'mcp_approval_request';
}

/**
 * A hosted tool; the calls of an MCP server at the provider that a policy denied get their no from here, and those
 * about which one asks wait for a person. The app's own answer, or its interruption, stays for all others.
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

/** True while a person is to answer: a policy asks, or what is left of the run that asked is carried out. */
function waits({ hosted, answers, output }: AgentRun, label: unknown): boolean {
  if (output.length === 0) return answers.servers.has(label);
  return hosted !== undefined && isAsked(hosted, label);
}

/** The app's callback where an answer is carried out a second time: a call that got a no before keeps it. */
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
