import { askGate, formatArguments, runsOther, SHOWS_OTHER } from '@interpose/adapter-kit';
import { reportToolError, type ToolGate } from '@interpose/core/adapter';
import { appCode } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { toolStep } from '../tools/tool-facts.ts';
import type { NativeTool } from '../translate/native.ts';
import type { WrittenCall } from './answers.ts';

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
  const shown = { callId, name: tool.name, arguments: text, agent };
  let isOther = false;
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const block = (reason: string): void => void layer.memory.blocked.set(callId, reason);
    const step = toolStep(layer, { ...shown, arguments: text }, tool);
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
    isOther ||= runsOther(gate, step);
    if (gate.call.args === step.call.args) continue;
    ({ args } = gate.call);
    text = formatArguments(gate.call.args, text);
  }
  const asks = await appCode(run, () => own(args));
  // A person sees the call as the model wrote it, and can approve nothing else.
  if (asks && isOther) return stop(run, shown, tool);
  if (asks) for (const layer of run.layers) layer.suspended = true;
  return asks;
}

/** Lets a call fail when it is executed, and tells hooks why. */
async function stop(run: AgentRun, shown: WrittenCall, tool: NativeTool): Promise<false> {
  const error = { message: SHOWS_OTHER, code: 'approval_mismatch' };
  for (const layer of run.layers) {
    const { call, tool: known } = toolStep(layer, shown, tool);
    await reportToolError(layer.chat, { call, tool: known, cause: 'denied', error });
    layer.memory.blocked.set(shown.callId, SHOWS_OTHER);
  }
  return false;
}
