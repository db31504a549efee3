import { hookHandoffs } from '../delegation/handoff.ts';
import type { WrittenCall } from '../run/run-layer.ts';
import { equipAgent } from '../targets/agent.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { keepCallId } from '../tools/action-tools.ts';
import { hookTools } from '../tools/hook-tools.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';

/** What a state to resume says. */
export interface ResumedState {
  /** The agent whose turn it is. */
  readonly agent: NativeAgent;
  /** What a person answered, by call id. */
  readonly answers: ReadonlyMap<string, boolean>;
  readonly refused: readonly WrittenCall[];
  readonly isServerManaged: boolean;
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
  };
  readonly _currentAgent: NativeAgent;
  readonly _conversationId?: string;
  readonly _previousResponseId?: string;
  readonly _context: {
    isToolApproved(approval: { toolName: string; callId: string }): boolean | undefined;
  };
  getInterruptions(): readonly {
    readonly rawItem: object;
    readonly name?: string;
    readonly toolName?: string;
  }[];
}

/** What a person answered in the state of an interrupted run; undefined for any other input. */
export function stateOf({ RunState }: Sdk, input: unknown): ResumedState | undefined {
  if (!(input instanceof RunState)) return undefined;
  // The fields the SDK itself goes on with; they have no public reader.
  const state = input as unknown as StateShape;
  const { _currentAgent: agent, _context: context } = state;
  const { _conversationId: conversation, _previousResponseId: previous } = state;
  const answers = new Map<string, boolean>();
  const refused: WrittenCall[] = [];
  for (const { rawItem, toolName, name } of state.getInterruptions()) {
    const call = rawItem as Partial<WrittenCall>;
    const known = toolName ?? name ?? call.name;
    if (call.callId === undefined || known === undefined) continue;
    const approved = context.isToolApproved({ toolName: known, callId: call.callId });
    if (approved === undefined) continue;
    answers.set(call.callId, approved);
    if (!approved)
      refused.push({ callId: call.callId, name: known, arguments: call.arguments ?? '' });
  }
  return {
    agent,
    answers,
    refused,
    isServerManaged: conversation !== undefined || previous !== undefined,
  };
}

/**
 * Puts the hooks on the calls that a state goes on with: it may have been read with an agent that nobody had hooked
 * yet, and the SDK does not ask an agent for its tools again before it runs them.
 */
export function equipState({ RunState }: Sdk, input: unknown): void {
  if (!(input instanceof RunState)) return;
  // The fields the SDK itself goes on with; they have no public reader.
  const { _currentAgent: agent, _lastProcessedResponse: pending } = input as unknown as StateShape;
  for (const each of pending?.functions ?? []) each.tool = hookTools(agent, [each.tool])[0]!;
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
