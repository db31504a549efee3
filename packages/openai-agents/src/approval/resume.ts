import { hookHandoffs } from '../delegation/handoff.ts';
import { equipAgent } from '../targets/agent.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { keepCallId } from '../tools/action-tools.ts';
import { hookTools } from '../tools/hook-tools.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';
import { Answers, type WrittenCall } from './answers.ts';
import { labelOf } from './hosted-approval.ts';

/** What this adapter reads from a state to resume. */
export interface ResumedState {
  /** The agent whose turn it is. */
  readonly agent: NativeAgent;
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
    readonly mcpApprovalRequests?: readonly { mcpTool: NativeTool }[];
  };
  readonly _currentAgent: NativeAgent;
  readonly _conversationId?: string;
  readonly _previousResponseId?: string;
  readonly _pendingInput?: readonly unknown[];
  readonly _context: {
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
  const { _pendingInput: added = [] } = state;
  const answers = new Answers();
  for (const interruption of state.getInterruptions()) readAnswer(context, interruption, answers);
  return {
    agent,
    answers,
    isServerManaged: conversation !== undefined || previous !== undefined,
    hasNewInput: added.length > 0,
  };
}

function readAnswer(
  context: StateShape['_context'],
  { rawItem, agent, toolName, name, functionToolStateKey }: Interruption,
  answers: Answers,
): void {
  const call = rawItem as Partial<WrittenCall> & { readonly type?: string };
  if (call.type === 'hosted_tool_call') answers.servers.add(labelOf(rawItem));
  const known = toolName ?? name ?? call.name;
  if (call.callId === undefined || known === undefined) return;
  const approved = context.isToolApproved({
    toolName: functionToolStateKey ?? known,
    callId: call.callId,
    functionTool: false,
    ...(call.type === 'function_call' ? { agent } : undefined),
  });
  if (approved === undefined) return;
  const written = { callId: call.callId, name: call.name ?? known };
  answers.add(agent.name, { ...written, arguments: call.arguments ?? '' }, approved);
}

/**
 * Hooks the calls that a state holds. The state may have been read with an agent that was not hooked yet, and the SDK
 * runs these calls without asking the agent for its tools again.
 */
export function equipState({ RunState }: Sdk, input: unknown): void {
  if (!(input instanceof RunState)) return;
  // The SDK resumes from these fields; they have no public reader.
  const { _currentAgent: agent, _lastProcessedResponse: pending } = input as unknown as StateShape;
  for (const each of pending?.functions ?? []) each.tool = hookTools(agent, [each.tool])[0]!;
  for (const each of pending?.mcpApprovalRequests ?? [])
    each.mcpTool = hookTools(agent, [each.mcpTool])[0]!;
  for (const each of pending?.handoffs ?? [])
    each.handoff = hookHandoffs(agent, [each.handoff], equipAgent)[0];
  equipActions(agent, 'shell', pending?.shellActions);
  equipActions(agent, 'applyPatch', pending?.applyPatchActions);
  equipActions(agent, 'computer', pending?.computerActions);
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
