import { gateToolCall, type ToolGate } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { toolStep } from '../tools/tool-facts.ts';
import type { NativeTool } from '../translate/native.ts';

/** One call in its approval phase. */
export interface ApprovalQuestion {
  readonly tool: NativeTool;
  readonly args: unknown;
  readonly callId: string;
}

/** Asks the gates of all registries, the app's own policy last; true asks a person. A call that is stopped fails at its execution. */
export async function gateCall(
  run: AgentRun,
  question: ApprovalQuestion,
  own: () => Promise<boolean>,
): Promise<boolean> {
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const gate = await gateIn(run, layer, question);
    if (gate.kind === 'suspended') {
      layer.suspended = true;
      return true;
    }
    if (gate.kind !== 'run') return false;
  }
  const asks = await own();
  if (asks) for (const layer of run.layers) layer.suspended = true;
  return asks;
}

async function gateIn(
  run: AgentRun,
  layer: RunLayer,
  { tool, args, callId }: ApprovalQuestion,
): Promise<ToolGate> {
  const written = { callId, name: tool.name, arguments: writtenArguments(args) };
  const step = toolStep(run, layer, written, tool);
  const gate = await gateToolCall(layer.chat, { ...step, run: neverRun }).catch(
    (error: unknown) => {
      run.fatal ??= { error };
      throw error;
    },
  );
  // The person would be shown the model's arguments, and others would run.
  if (gate.kind !== 'suspended' || gate.call.args === step.call.args) return gate;
  layer.blocked.set(
    callId,
    'Blocked: the approval would show other arguments than those that run.',
  );
  return { kind: 'skip' };
}

function writtenArguments(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

function neverRun(): never {
  throw new TypeError('an approval phase ran the tool');
}
