import { askGate, formatArguments } from '@interpose/adapter-kit';
import type { ToolGate } from '@interpose/core/adapter';
import { appCode } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { toolStep } from '../tools/tool-facts.ts';
import type { NativeTool } from '../translate/native.ts';

/** One call for which the SDK asks whether a person has to approve it. */
export interface ApprovalQuestion {
  readonly tool: NativeTool;
  readonly args: unknown;
  readonly callId: string;
  /** The name of the agent that has the tool. */
  readonly agent?: string;
}

/**
 * Asks the hooks of all registries, and last the app's own policy with the arguments that hooks left. Returns true if a
 * person has to be asked. A call that hooks stop returns false, and fails when it is executed.
 */
export async function gateCall(
  run: AgentRun,
  question: ApprovalQuestion,
  own: (args: unknown) => Promise<boolean>,
): Promise<boolean> {
  const { tool, callId, agent } = question;
  let { args } = question;
  let text = run.textOf(callId, args);
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const block = (reason: string): void => void layer.memory.blocked.set(callId, reason);
    const step = toolStep(layer, { callId, name: tool.name, arguments: text, agent }, tool);
    let gate: ToolGate;
    try {
      gate = await askGate(layer.chat, step, block);
    } catch (error) {
      return run.endWith(error);
    }
    if (gate.kind === 'suspended') {
      layer.suspended = true;
      return true;
    }
    if (gate.kind !== 'run') return false;
    if (gate.call.args === step.call.args) continue;
    ({ args } = gate.call);
    text = formatArguments(gate.call.args, text);
  }
  const asks = await appCode(run, () => own(args));
  if (asks) for (const layer of run.layers) layer.suspended = true;
  return asks;
}
