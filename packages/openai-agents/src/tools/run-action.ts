import type { Dict, ToolCall } from '@interpose/core';
import { runInChat, toolCycle, type ToolOutcome } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { runInFrame } from '../run/current-run.ts';
import type { NativeTool } from '../translate/native.ts';
import { ToolError } from './tool-error.ts';
import { ToolExecution } from '../run/tool-execution.ts';
import { toolStep } from './tool-step.ts';

/** One action that the model asked for and the app carries out: a command, a patch, a click. */
export interface Action {
  readonly tool: NativeTool;
  readonly callId: string;
  readonly args: Dict;
  /** Carries it out; `args` are those of the model unless hooks changed them. */
  readonly act: (args: Dict) => unknown;
}

/**
 * Takes an action through the gates of all registries.
 *
 * @throws ToolError with what the model is told, or what the app's own code threw.
 */
export function runAction(run: AgentRun, action: Action): Promise<unknown> {
  return cycle(run, action, 0, action.args);
}

async function cycle(run: AgentRun, action: Action, index: number, args: Dict): Promise<unknown> {
  const layer = run.layers[index];
  if (layer === undefined)
    return runInFrame({ run, execution: new ToolExecution() }, () =>
      runInChat(run.chat, () => action.act(args)),
    );
  const { tool, callId } = action;
  const blocked = layer.blocked.get(callId);
  if (blocked !== undefined) throw new ToolError(blocked);
  const written = { callId, name: tool.name, arguments: JSON.stringify(args) };
  const step = toolStep(run, layer, written, tool);
  const outcome = await toolCycle(layer.chat, {
    ...step,
    run: (call: ToolCall) =>
      cycle(run, action, index + 1, call.args === step.call.args ? args : call.args),
    result: layer.copy,
  }).catch((error: unknown) => {
    run.fatal ??= { error };
    throw error;
  });
  return settle(run, callId, outcome);
}

function settle(run: AgentRun, callId: string, outcome: ToolOutcome<unknown>): unknown {
  if (outcome.kind === 'result') return outcome.result;
  if (outcome.kind === 'error' && 'thrown' in outcome && outcome.thrown instanceof Error)
    throw outcome.thrown;
  run.stopped.add(callId);
  if (outcome.kind === 'error') throw new ToolError(outcome.error.message);
  throw new ToolError(
    outcome.kind === 'denied' ? outcome.text : `This call waits for approval: ${outcome.reason}`,
  );
}
