import type { AgentIdentity, ToolCall } from '@interpose/core';
import { aroundDelegation, isDict } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import type { NativeTool } from '../translate/native.ts';
import { resultFromContract, resultToContract } from '../translate/tool-result.ts';

/** The tool with which a deep agent passes work to a sub-agent. */
const TASK = { name: 'task', to: 'subagent_type', input: 'description' } as const;

/** Whether this call passes work to a sub-agent of `createDeepAgent`. */
export function isTask({ name }: NativeTool, { args }: ToolCall): boolean {
  return name === TASK.name && typeof args[TASK.to] === 'string' && TASK.input in args;
}

/** Returns the identity of the agent inside a tool, for the case that the tool runs one. */
export function agentOf(tool: NativeTool, call: ToolCall): AgentIdentity {
  const id = isTask(tool, call) ? String(call.args[TASK.to]) : tool.name;
  return { id, name: id };
}

/**
 * Takes such a call through the gates of a delegation.
 *
 * @throws ToolError with the text about a denial for the calling agent's model.
 */
export async function aroundTask(
  run: ChatRun,
  callId: string,
  given: unknown,
  act: (given: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { chat } = run;
  if (!isDict(given) || !chat.listens('preDelegate', 'onDelegateResult')) return act(given);
  const input = given[TASK.input];
  let native: unknown;
  const { output, changed } = await aroundDelegation(chat, {
    to: String(given[TASK.to]),
    input,
    act: async (allowed) => {
      native = await act(allowed === input ? given : { ...given, [TASK.input]: allowed });
      return resultToContract(native, TASK, callId, run.copy);
    },
  });
  return changed ? resultFromContract(output, native, TASK, callId) : native;
}
