import { hookHandoffs } from '../delegation/handoff.ts';
import type { AgentRun } from '../run/host-run.ts';
import { equipAgent } from '../targets/agent.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { keepCallId } from '../tools/action-tools.ts';
import { hookTools } from '../tools/hook-tools.ts';
import { idOf, type Called } from '../translate/hosted-name.ts';
import type {
  NativeAgent,
  NativeContext,
  NativeResponse,
  NativeTool,
} from '../translate/native.ts';
import { Answers, type WrittenCall } from './answers.ts';
import { labelOf } from './hosted-approval.ts';
import { gateApproved, type LeftRequest } from './resume-hosted.ts';
import { wasNamed } from './standing.ts';

/** What this adapter reads from a state to resume. */
export interface ResumedState {
  /** The agent whose turn it is. */
  readonly agent: NativeAgent;
  /** What the agent that began was asked. */
  readonly input: unknown;
  readonly answers: Answers;
  readonly isServerManaged: boolean;
  /** True if the app added user input to the state. */
  readonly hasNewInput: boolean;
}

type PendingAction<Key extends string> = { [K in Key]: NativeTool } & {
  readonly toolCall: {
    readonly callId: string;
    readonly action?: object;
    readonly operation?: object;
  };
};

interface StateShape {
  readonly _lastProcessedResponse?: {
    readonly functions?: readonly { tool: NativeTool }[];
    readonly handoffs?: readonly { handoff: unknown }[];
    readonly shellActions?: readonly PendingAction<'shell'>[];
    readonly applyPatchActions?: readonly PendingAction<'applyPatch'>[];
    readonly computerActions?: readonly PendingAction<'computer'>[];
    readonly mcpApprovalRequests?: readonly LeftRequest[];
  };
  readonly _currentAgent: NativeAgent;
  readonly _originalInput: unknown;
  readonly _conversationId?: string;
  readonly _previousResponseId?: string;
  readonly _pendingInput?: readonly unknown[];
  readonly _modelResponses: readonly Pick<NativeResponse, 'output'>[];
  readonly _context: NativeContext & {
    isToolApproved(approval: Approval): boolean | undefined;
  };
  getInterruptions(): readonly Interruption[];
}

/** The arguments for looking up an approval in the SDK; older versions need no agent. */
interface Approval {
  readonly toolName: string;
  readonly callId: string;
  readonly agent?: NativeAgent;
  readonly functionTool: boolean;
}

interface Interruption {
  readonly rawItem: object;
  readonly agent: NativeAgent;
  readonly name?: string;
  readonly toolName?: string;
  readonly functionToolStateKey?: string;
}

/** Reads the state of an interrupted run, with the answers of a person; returns undefined for any other input. */
export function stateOf({ RunState }: Sdk, input: unknown): ResumedState | undefined {
  if (!(input instanceof RunState)) return undefined;
  // The SDK resumes from these fields; they have no public reader.
  const state = input as unknown as StateShape;
  const { _currentAgent: agent, _context: context } = state;
  const { _conversationId: conversation, _previousResponseId: previous } = state;
  const { _pendingInput: added = [], _originalInput: original } = state;
  const answers = new Answers();
  const all = state.getInterruptions();
  for (const interruption of all) readAnswer(context, interruption, all, answers);
  return {
    agent,
    input: original,
    answers,
    isServerManaged: conversation !== undefined || previous !== undefined,
    hasNewInput: added.length > 0,
  };
}

function readAnswer(
  context: StateShape['_context'],
  interruption: Interruption,
  all: readonly Interruption[],
  answers: Answers,
): void {
  const { rawItem, agent, functionToolStateKey } = interruption;
  const call = rawItem as Partial<WrittenCall> & { readonly type?: string };
  if (call.type === 'hosted_tool_call') {
    answers.servers.add(labelOf(rawItem));
    answers.callIds.add(idOf(rawItem as Called));
  }
  const { callId, arguments: text = '' } = call;
  const known = toolIn(interruption);
  if (callId === undefined || known === undefined) return;
  const approval = {
    toolName: functionToolStateKey ?? known,
    callId,
    functionTool: false,
    ...(call.type === 'function_call' ? { agent } : undefined),
  };
  const approved = context.isToolApproved(approval);
  if (approved === undefined) return;
  const written = { callId, name: call.name ?? known, arguments: text };
  // Calls that nobody knows are approved only where the tool is, for good.
  if (approved && context.isToolApproved({ ...approval, callId: crypto.randomUUID() }) === true) {
    const isOnly = all.filter((each) => toolIn(each) === known).length === 1;
    if (!wasNamed(context, agent, written, isOnly)) return;
  }
  answers.add(agent.name, written, approved);
}

function toolIn({ toolName, name, rawItem }: Interruption): string | undefined {
  return toolName ?? name ?? (rawItem as Partial<WrittenCall>).name;
}

/**
 * Hooks the calls that a state holds, and asks hooks about those that the provider runs. The state may have been read
 * with an agent that was not hooked yet, and the SDK runs these calls without asking the agent for its tools again.
 */
export function equipState(run: AgentRun, input: unknown): Promise<void> | undefined {
  if (!(input instanceof run.sdk.RunState)) return undefined;
  // The SDK resumes from these fields; they have no public reader.
  const state = input as unknown as StateShape;
  const { _currentAgent: agent, _lastProcessedResponse: pending } = state;
  const { _context: context, _modelResponses: responses } = state;
  for (const each of pending?.functions ?? []) each.tool = hookTools(agent, [each.tool])[0]!;
  for (const each of pending?.mcpApprovalRequests ?? [])
    each.mcpTool = hookTools(agent, [each.mcpTool])[0]!;
  for (const each of pending?.handoffs ?? [])
    each.handoff = hookHandoffs(agent, [each.handoff], equipAgent)[0];
  equipActions(agent, 'shell', pending?.shellActions);
  equipActions(agent, 'applyPatch', pending?.applyPatchActions);
  equipActions(agent, 'computer', pending?.computerActions);
  const left = pending?.mcpApprovalRequests ?? [];
  if (left.length === 0 || !run.layers.some(({ chat }) => chat.intercepts('preToolCall')))
    return undefined;
  return gateApproved(run, { context, requests: left, responses });
}

function equipActions<Key extends string>(
  agent: NativeAgent,
  key: Key,
  pending: readonly PendingAction<Key>[] = [],
): void {
  for (const each of pending) {
    const { callId, action, operation } = each.toolCall;
    keepCallId(action ?? operation ?? each, callId);
    Object.assign(each, { [key]: hookTools(agent, [each[key]])[0] });
  }
}
