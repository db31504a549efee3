import { gateToolCall, reportToolError, toolCycle } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { toolStep } from '../tools/tool-facts.ts';

/** Tells the hooks of the calls a person refused, once: the SDK itself only passes the refusal on to the model. */
export async function reportRefusals(run: AgentRun, layer: RunLayer): Promise<void> {
  for (const call of layer.refusedCalls.splice(0)) {
    const step = { ...toolStep(run, layer, call, undefined), run: neverRun };
    const gate = await gateToolCall(layer.chat, step);
    if (gate.kind === 'denied') await toolCycle(layer.chat, step);
    else
      await reportToolError(layer.chat, {
        ...step,
        cause: 'denied',
        error: { message: 'A person refused this call.' },
      });
  }
}

function neverRun(): never {
  throw new TypeError('a call that a person refused was run');
}
