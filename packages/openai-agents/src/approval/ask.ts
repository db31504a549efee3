import { askGate } from '@interpose/adapter-kit';
import type { ToolGate } from '@interpose/core/adapter';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { toolStep } from '../tools/tool-facts.ts';
import type { NativeTool } from '../translate/native.ts';

/** One call in its approval phase. */
export interface ApprovalQuestion {
  readonly tool: NativeTool;
  readonly args: unknown;
  readonly callId: string;
  /** The name of the agent whose tool it is. */
  readonly agent?: string;
}

/** Asks the gates of all registries, the app's own policy last; true asks a person. A call that is stopped fails at its execution. */
export async function gateCall(
  run: AgentRun,
  question: ApprovalQuestion,
  own: () => Promise<boolean>,
): Promise<boolean> {
  for (const layer of run.layers) {
    if (!layer.chat.intercepts('preToolCall')) continue;
    const gate = await gateIn(layer, question);
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

function gateIn(
  layer: RunLayer,
  { tool, args, callId, agent }: ApprovalQuestion,
): Promise<ToolGate> {
  const { run } = layer;
  const written = { callId, name: tool.name, arguments: run.textOf(callId, args), agent };
  const block = (reason: string): void => void layer.memory.blocked.set(callId, reason);
  return askGate(layer.chat, toolStep(layer, written, tool), block).catch(run.endWith);
}
